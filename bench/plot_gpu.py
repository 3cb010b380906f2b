#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Pictures and tables from the CSV rows of `tilechol bench` (gpu_bars.sh writes them for all bars).

    plot_gpu.py RESULTS.csv... [--out FOLDER]      TF/s over n beside the peer, a picture a routine
    plot_gpu.py RESULTS.csv... --bars gpu_bars.txt a table of what is reached, and exit status 1 if a cell falls short
    plot_gpu.py RESULTS.csv... --tables            the tables of README and SPEED.md

The exit status is 2 for a wrong argument or file."""
import argparse
import collections
import csv
import pathlib
import sys

OURS = "tilechol"
Series = collections.namedtuple("Series", "device routine type uplo nrhs batch library")
COLUMNS = {*Series._fields, "n", "ms", "gflops", "ratio", "residual", "info"}
COLOURS = {"s": "tab:orange", "d": "tab:blue", "c": "tab:green", "z": "tab:red"}


def stop(message):
    print(f"plot_gpu.py: {message}", file=sys.stderr)
    sys.exit(2)


def read_row(row):
    """Series, n, and what was measured."""
    key = Series(row["device"], row["routine"], row["type"], row["uplo"], int(row["nrhs"]), int(row["batch"]),
                 row["library"])
    return key, int(row["n"]), {
        "tflops": float(row["gflops"]) / 1e3,
        "ms": float(row["ms"]),
        "ratio": float(row["ratio"]),
        "right": int(row["info"]) == 0 and float(row["residual"]) < max(30, int(row["n"]) ** 0.5),
    }


def read_rows(paths):
    """The rows that have a time, by Series and n."""
    series = collections.defaultdict(dict)
    for path in paths:
        table = csv.DictReader(pathlib.Path(path).read_text(errors="replace").splitlines())
        missing = COLUMNS.difference(table.fieldnames or ())
        if missing:
            stop(f"{path}: no rows of `tilechol bench --csv`, without columns {', '.join(sorted(missing))}")
        for row in table:
            if row["ms"] == "":
                continue
            try:
                key, n, measured = read_row(row)
            except (TypeError, ValueError):  # less than a row, from a run that was interrupted, or no number
                stop(f"{path}:{table.line_num}: not a row of `tilechol bench --csv`")
            series[key][n] = measured
    if not series:
        stop(f"{' '.join(paths)}: no row with a time")
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


def cell_of(series, routine, letter, uplo, n, nrhs=0, batch=1, device="gpu"):
    """Our row, and how many times as fast as the fastest peer it is; None for what was not measured."""
    of_cell = {k.library: v[n] for k, v in series.items()
               if k[:-1] == (device, routine, letter, uplo, nrhs, batch) and n in v}
    ratios = [v["ratio"] for k, v in of_cell.items() if k != OURS]
    return of_cell.get(OURS), min(ratios, default=None)


def read_bars(path):
    """Routine, types, orders, nrhs, batch, bar (also as it is written there) and device of each line."""
    for number, line in enumerate(pathlib.Path(path).read_text(errors="replace").splitlines(), 1):
        if not line.strip() or line[0] == "#":
            continue
        try:
            routine, types, orders, sides, members, bar, device = line.split()
            yield (routine, types, list(orders_of(orders)), 0 if sides == "-" else int(sides),
                   1 if members == "-" else int(members), float(bar), bar, device)
        except (ValueError, IndexError):
            stop(f"{path}:{number}: not a line like those of gpu_bars.txt")


def bars(series, lines):
    """A Markdown table; how many cells are short of their bar or missing."""
    short = 0
    print("| routine | n | nrhs | batch | data | bar | lower: ms, ratio | upper: ms, ratio | |")
    print("|---|---|---|---|---|---|---|---|---|")
    for routine, types, orders, nrhs, batch, bar, written, device in lines:
        for letter in types:
            for n in orders:
                cells, reached = [], True
                for uplo in "LU":
                    cell, ratio = cell_of(series, routine, letter, uplo, n, nrhs, batch, device)
                    if cell and ratio:
                        reached &= ratio >= bar and cell["right"]
                        cells.append(f"{cell['ms']:.4g}, {ratio:.2f}")
                    else:
                        reached = False
                        cells.append("not measured")
                short += not reached
                print(f"| {letter}{routine} | {n} | {nrhs or ''} | {batch} | {device} | {written} | "
                      f"{cells[0]} | {cells[1]} | {'' if reached else 'short'} |")
    print(f"\n{short} cells short or not measured")
    return short


def times(ratio, most_digits=2):
    """A ratio as the tables have it."""
    return "" if ratio is None else f"{ratio:.{most_digits if ratio < 10 else 1}f}"


def table(title, head, rows):
    """A Markdown table of the rows that have anything."""
    print(f"{title}\n\n| {' | '.join(map(str, head))} |\n{'|---' * len(head)}|")
    for name, *cells in rows:
        if any(cells):
            print(f"| {name} |", " | ".join(cells), "|")
    print()


def potrf_row(series, n):
    for letter in "sdcz":
        cell, ratio = cell_of(series, "potrf", letter, "L", n)
        yield f"{cell['ms']:.3g}" if cell else ""
        yield times(ratio)
        yield times(cell_of(series, "potrf", letter, "U", n)[1], 1)


def name_of(routine, what):
    return f"`{routine}`{f', {what}' if what else ''}"


def ratios(series, routine, uplo, orders, nrhs, batch=1, most_digits=2):
    """The letter and the cells of each type's row."""
    for letter in "sdcz":
        yield letter, [times(cell_of(series, routine, letter, uplo, n, nrhs, batch)[1], most_digits) for n in orders]


def small_row(series, routine, letter, orders, nrhs):
    for n in orders:
        cell, ratio = cell_of(series, routine, letter, "L", n, nrhs)
        yield f"{1e3 * cell['ms']:.0f} {times(ratio)}" if cell else ""


SIZES = [256 << i for i in range(9)]
SOLVES = [("potrs", q) for q in (1, 32, 128, 512, 1024)] + [("trtrs", 1), ("trtrs", 32), ("potri", 0)]
SMALL_SIZES = [8, 16, 32, 48, 64, 96, 128, 192, 256]
SMALL = [("potrf", 0), ("potrs", 1), ("potrs", 32), ("posv", 1), ("trtrs", 1), ("trtrs", 32), ("potri", 0)]
MEMBER_SIZES = [5, 8, 10, 16, 24, 32, 33, 48, 64, 80, 96, 100, 128, 200, 256]
BATCHES = [("potrf", 0, 10000), ("potrs", 1, 10000), ("posv", 1, 10000), ("potrf", 0, 100000)]
LARGE_MEMBER_SIZES = [160, 256, 384, 512, 1024]
LARGE_BATCHES = [(routine, nrhs, batch) for batch in (500, 20)
                 for routine, nrhs in (("potrf", 0), ("potrs", 1), ("posv", 1))]

SIDES = [8, 32, 128]
SIDES_MEMBERS = {16: 1000, 32: 1000, 64: 1000, 128: 1000, 256: 264, 512: 132}  # by order


def sides_row(series, routine, letter, uplo):
    """A cell for each order: the ratios with these numbers of right-hand sides."""
    for n, batch in SIDES_MEMBERS.items():
        yield " ".join(times(cell_of(series, routine, letter, uplo, n, nrhs, batch)[1]) for nrhs in SIDES).strip()


def tables(series):
    columns = [text for letter in "sdcz" for text in (letter, "", "upper")]
    table("potrf: ms and ratio, lower, and the upper triangle's ratio", ["n", *columns],
          ([n, *potrf_row(series, n)] for n in SIZES))
    for uplo, name in (("L", "lower"), ("U", "upper")):
        table(f"ratios, {name}", ["n", *SIZES],
              ([name_of(letter + routine, nrhs), *cells] for routine, nrhs in SOLVES
               for letter, cells in ratios(series, routine, uplo, SIZES, nrhs)))
    for letter in "sdcz":
        table("small ones by themselves, lower: us and ratio", [letter, *SMALL_SIZES],
              ([name_of(routine, nrhs), *small_row(series, routine, letter, SMALL_SIZES, nrhs)]
               for routine, nrhs in SMALL))
    for uplo, name in (("L", "lower"), ("U", "upper")):
        table("batches, ratios", [name, *MEMBER_SIZES],
              ([name_of(letter + routine, "100 000" if batch > 10000 else ""), *cells]
               for routine, nrhs, batch in BATCHES
               for letter, cells in ratios(series, f"{routine}_batched", uplo, MEMBER_SIZES, nrhs, batch, 1)))
        table("large members, ratios", [name, *LARGE_MEMBER_SIZES],
              ([name_of(letter + routine, batch), *cells] for routine, nrhs, batch in LARGE_BATCHES
               for letter, cells in ratios(series, f"{routine}_batched", uplo, LARGE_MEMBER_SIZES, nrhs, batch, 1)))
        table(f"batches with {SIDES} right-hand sides, ratios", [name, *SIDES_MEMBERS],
              ([name_of(letter + routine, ""), *sides_row(series, f"{routine}_batched", letter, uplo)]
               for routine in ("potrs", "trtrs", "posv") for letter in "sdcz"))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("results", nargs="+", metavar="RESULTS.csv")
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("."), help="folder for the pictures (.)")
    parser.add_argument("--uplo", choices="LU", default="L", help="the triangle in the pictures (L)")
    parser.add_argument("--format", choices=("svg", "png", "pdf"), default="svg", help="of the pictures (svg)")
    parser.add_argument("--machine", default="", help="what the titles say of the machine")
    parser.add_argument("--tables", action="store_true", help="print tables, draw nothing")
    parser.add_argument("--bars", metavar="FILE", help="print a table against the bars in FILE, draw nothing")
    arguments = parser.parse_args()
    series = read_rows(arguments.results)
    if arguments.bars:
        sys.exit(bars(series, list(read_bars(arguments.bars))) > 0)
    if arguments.tables:
        tables(series)
        return
    machine = f", {arguments.machine}" if arguments.machine else ""
    pictures(series, arguments.out, arguments.uplo, machine, arguments.format)


try:
    main()
except OSError as error:
    stop(error)
