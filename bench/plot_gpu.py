#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Pictures and tables from the CSV rows of `tilechol bench` (gpu_bars.sh writes them for all bars).

    plot_gpu.py RESULTS.csv... [--out FOLDER]      TF/s over n beside the peer, a picture a routine
    plot_gpu.py RESULTS.csv... --bars gpu_bars.txt a table of what is reached, and exit status 1 if a cell falls short
"""
import argparse
import collections
import csv
import pathlib
import sys

OURS = "tilechol"
Series = collections.namedtuple("Series", "device routine type uplo nrhs batch library")
COLOURS = {"s": "tab:orange", "d": "tab:blue", "c": "tab:green", "z": "tab:red"}


def read_rows(paths):
    """The rows that have a time, by Series and n."""
    series = collections.defaultdict(dict)
    for path in paths:
        for row in csv.DictReader(pathlib.Path(path).read_text().splitlines()):
            if not row["ms"]:
                continue
            key = Series(row["device"], row["routine"], row["type"], row["uplo"], int(row["nrhs"]), int(row["batch"]),
                         row["library"])
            series[key][int(row["n"])] = {
                "tflops": float(row["gflops"]) / 1e3,
                "ms": float(row["ms"]),
                "ratio": float(row["ratio"]),
                "right": int(row["info"]) == 0 and float(row["residual"]) < max(30, int(row["n"]) ** 0.5),
            }
    if not series:
        sys.exit(f"{' '.join(paths)}: no row with a time")
    return series


def draw(series, device, routine, nrhs, batch, uplo, title, path):
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(7, 4.5))
    chosen = {k: v for k, v in series.items()
              if (k.device, k.routine, k.uplo, k.nrhs, k.batch) == (device, routine, uplo, nrhs, batch)}
    for key in sorted(chosen, key=lambda k: ("sdcz".index(k.type), k.library != OURS)):
        letter, library = key.type, key.library
        orders = sorted(chosen[key])
        axes.plot(
            orders,
            [chosen[key][n]["tflops"] for n in orders],
            color=COLOURS[letter],
            linestyle="-" if library == OURS else "--",
            marker="o" if library == OURS else "x",
            markersize=4,
            label=f"{letter}{routine}, {library}",
        )
    axes.set_xscale("log", base=2)
    ticks = sorted({n for values in chosen.values() for n in values})
    axes.set_xticks(ticks, [str(n) for n in ticks], rotation=45)
    axes.set_xlabel("n")
    axes.set_ylabel("TFLOP/s")
    axes.set_ylim(bottom=0)
    axes.grid(alpha=0.3)
    axes.legend(fontsize="small")
    axes.set_title(title)
    figure.tight_layout()
    figure.savefig(path)
    pyplot.close(figure)


def pictures(series, out, uplo, name, suffix):
    out.mkdir(parents=True, exist_ok=True)
    for device, routine, nrhs, batch in sorted(
            {(k.device, k.routine, k.nrhs, k.batch) for k in series if k.uplo == uplo}):
        stem = "_".join([routine] + ([f"{nrhs}rhs"] if nrhs else []) + ([str(batch)] if batch > 1 else [])
                        + ([device] if device != "gpu" else []))
        title = routine + (f", {nrhs} right-hand side{'s' if nrhs > 1 else ''}" if nrhs else "")
        title += f", {batch} systems" if batch > 1 else ""
        title += {
            "host-gpu": ", data in host memory",
            "locked-gpu": ", data in page-locked memory",
            "cpu": ", CPU",
        }.get(device, "")
        path = out / f"{stem}.{suffix}"
        draw(series, device, routine, nrhs, batch, uplo, f"{title} ({'lower' if uplo == 'L' else 'upper'}){name}", path)
        print(path)


def orders_of(text):
    """The orders of bench's --n."""
    for item in text.split(","):
        if ":" not in item:
            yield int(item)
            continue
        first, last, step = item.split(":")
        n = int(first)
        while n <= int(last):
            yield n
            n = n * int(step[1:]) if step[0] == "x" else n + int(step[1:])


def bars(series, path):
    """A Markdown table; how many cells are short of their bar or missing."""
    short = 0
    print("| routine | n | nrhs | batch | data | bar | lower: ms, ratio | upper: ms, ratio | |")
    print("|---|---|---|---|---|---|---|---|---|")
    lines = [line.split() for line in pathlib.Path(path).read_text().splitlines() if line.strip() and line[0] != "#"]
    for routine, types, orders, sides, members, bar, device in lines:
        nrhs = 0 if sides == "-" else int(sides)
        batch = 1 if members == "-" else int(members)
        for letter in types:
            for n in orders_of(orders):
                cells, reached = [], True
                for uplo in "LU":
                    of_cell = {k.library: v[n] for k, v in series.items()
                               if k[:-1] == (device, routine, letter, uplo, nrhs, batch) and n in v}
                    peers = [v for k, v in of_cell.items() if k != OURS]
                    if OURS in of_cell and peers:
                        ratio = min(peer["ratio"] for peer in peers)
                        reached &= ratio >= float(bar) and of_cell[OURS]["right"]
                        cells.append(f"{of_cell[OURS]['ms']:.4g}, {ratio:.2f}")
                    else:
                        reached = False
                        cells.append("not measured")
                short += not reached
                print(f"| {letter}{routine} | {n} | {nrhs or ''} | {batch} | {device} | {bar} | "
                      f"{cells[0]} | {cells[1]} | {'' if reached else 'short'} |")
    print(f"\n{short} cells short or not measured")
    return short


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("results", nargs="+", metavar="RESULTS.csv")
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("."), help="folder for the pictures (.)")
    parser.add_argument("--uplo", choices="LU", default="L", help="the triangle in the pictures (L)")
    parser.add_argument("--format", choices=("svg", "png", "pdf"), default="svg", help="of the pictures (svg)")
    parser.add_argument("--machine", default="", help="what the titles say of the machine")
    parser.add_argument("--bars", metavar="FILE", help="print a table against the bars in FILE, draw nothing")
    arguments = parser.parse_args()
    series = read_rows(arguments.results)
    if arguments.bars:
        sys.exit(bars(series, arguments.bars) > 0)
    machine = f", {arguments.machine}" if arguments.machine else ""
    pictures(series, arguments.out, arguments.uplo, machine, arguments.format)


main()
