#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Plots (SVG, beside the tables) of what --out of tilechol-ladder, tilechol-lssvm and tilechol-tune-batched has written
to each folder. Needs matplotlib (Debian: python3-matplotlib)."""
import argparse
import csv
import os
import sys
from collections import defaultdict

import matplotlib

matplotlib.use("svg")
matplotlib.rcParams["svg.hashsalt"] = "tilechol"  # the same file for the same table
matplotlib.rcParams["svg.fonttype"] = "none"
import matplotlib.pyplot as plt


def save(folder, name, axes, title, x, y, logarithmic=True):
    axes.set(title=title, xlabel=x, ylabel=y)
    if logarithmic:
        axes.set_xscale("log", base=2)
        axes.set_yscale("log")
    axes.grid(True, which="major", alpha=0.3)
    if axes.get_legend_handles_labels()[0]:
        axes.legend(fontsize=7)
    axes.figure.savefig(os.path.join(folder, name), metadata={"Date": None}, bbox_inches="tight")
    plt.close(axes.figure)


def curves(table, x, y, label):
    """Sorted (x, y) lists by label, of the rows that have both."""
    points = defaultdict(list)
    for row in table:
        if row[x] and row[y]:
            points[label(row)].append((float(row[x]), float(row[y])))
    return {key: list(zip(*sorted(values))) for key, values in points.items()}


def draw(axes, table, x, y, label):
    for key, (xs, ys) in curves(table, x, y, label).items():
        axes.plot(xs, ys, marker="." if len(xs) < 30 else "", linewidth=1, label=key)


def ladder(folder, table):
    measured = [row for row in table if row["check"] != "extrapolated"]
    device = measured[0]["device"] if measured else ""
    for type_ in "sd":
        of_type = [row for row in measured if row["type"] == type_]
        library = [row for row in of_type if row["rung"] == "potrf"]
        pictures = {
            "thesis_time": (["1"], ["substitution"], "seconds", "the thesis's variants (its figure 7.5)"),
            "course_time": (["2"], [], "seconds", "the course assignment's approaches"),
            "rounds_time": (["3"], [], "seconds", "SYCL rounds"),
            "hybrid_gflops": (["5"], [], "gflops", "hybrid CPU and GPU"),
        }
        for name, (numbers, without, y, title) in pictures.items():
            chosen = [row for row in of_type if row["number"] in numbers and row["rung"] not in without]
            if not chosen:
                continue
            axes = plt.figure(figsize=(7, 4.5)).gca()
            draw(axes, chosen + library, "n", y,
                 lambda row: row["rung"] if row["number"] != "library" else "tilechol potrf")
            save(folder, f"{name}_{type_}.svg", axes, f"{title}, {type_}, {device}", "n", y)
        chosen = [row for row in of_type if row["rung"] in ("substitution", "potrs")]
        if chosen:
            axes = plt.figure(figsize=(7, 4.5)).gca()
            draw(axes, [row for row in chosen if row["number"] != "5"], "n", "seconds",
                 lambda row: "blocked substitution" if row["number"] == "1" else "tilechol potrs")
            save(folder, f"substitution_time_{type_}.svg", axes, f"one right-hand side (its figures 7.6, 7.7), {type_}, {device}",
                 "n", "seconds")


def iterations(folder, table):
    if not table:
        return
    about = f"n = {table[0]['n']}, {table[0]['type']}, {table[0]['device']}"
    for part, figure in (("update_column", "7.1"), ("update_submatrix", "7.2")):
        axes = plt.figure(figsize=(7, 4.5)).gca()
        draw(axes, table, "iteration", part, lambda row: row["rung"])
        save(folder, f"iterations_{part}.svg", axes, f"{part.replace('_', ' ')}, each iteration (its figure {figure}), {about}",
             "column", "seconds", False)
    axes = plt.figure(figsize=(7, 4.5)).gca()
    draw(axes, table, "iteration", "cumulative", lambda row: row["rung"])
    axes.set_yscale("log")
    save(folder, "iterations_cumulative.svg", axes, f"cumulative (its figure 7.3), {about}", "column", "seconds", False)


def memory(folder, table):
    if not table:
        return
    axes = plt.figure(figsize=(7, 4.5)).gca()
    for name in table[0]:
        if name != "n":
            axes.plot([int(row["n"]) for row in table], [int(row[name]) * 4e-9 for row in table], linewidth=1,
                      label=name.replace("_", " "))
    save(folder, "memory.svg", axes, "memory of each layout, single precision", "n", "GB", False)


def batch(folder, table):
    for type_ in sorted({row["type"] for row in table}):
        own = [row for row in table if row["type"] == type_ and row["name"] == "rung"]
        exact = [row for row in own if row["relaxed"] == "0"]
        sizes = sorted({int(row["n"]) for row in exact})
        pairs = sorted({(int(row["side"]), int(row["team"])) for row in exact})
        value = {(int(row["n"]), int(row["side"]), int(row["team"])): float(row["gflops"]) for row in exact}
        axes = plt.figure(figsize=(8, 5)).gca()
        picture = axes.imshow([[value.get((n, *pair), float("nan")) for n in sizes] for pair in pairs], aspect="auto")
        axes.set_xticks(range(len(sizes)), sizes)
        axes.set_yticks(range(len(pairs)), [f"{side} x {side}, {team}" for side, team in pairs], fontsize=7)
        axes.figure.colorbar(picture, label="GFLOP/s")
        axes.set(title=f"tuning map: tile and threads of a team, {type_}, {table[0]['device']}, "
                       f"batch {table[0]['batch']}", xlabel="n")
        axes.figure.savefig(os.path.join(folder, f"batch_map_{type_}.svg"), metadata={"Date": None}, bbox_inches="tight")
        plt.close(axes.figure)

        best = defaultdict(lambda: defaultdict(float))
        for row in table:
            if row["type"] == type_:
                name = row["name"] + (", relaxed" if row["relaxed"] == "1" else "")
                name += " " + row["layout"] if row["name"].startswith("tilechol") else ""
                best[name][int(row["n"])] = max(best[name][int(row["n"])], float(row["gflops"]))
        axes = plt.figure(figsize=(7, 4.5)).gca()
        for name, values in best.items():
            axes.plot(*zip(*sorted(values.items())), marker=".", linewidth=1, label=name)
        axes.set_yscale("log")
        save(folder, f"batch_gflops_{type_}.svg", axes,
             f"batches of {table[0]['batch']}, n^3/3 operations each, {type_}, {table[0]['device']}", "n", "GFLOP/s", False)


def tune_map(folder, type_, table):
    """GFLOP/s over two choices: the tile of a thread, and the shape of a team."""
    orders = [n for n in (32, 100) if n in {int(row["n"]) for row in table}]
    if not orders:
        return
    figure, panels = plt.subplots(1, len(orders), figsize=(5 * len(orders), 5), squeeze=False)
    for axes, n in zip(panels[0], orders):
        value = {(int(row["panel"]), int(row["rows"]), int(row["threads"]), int(row["systems"])): float(row["gflops"])
                 for row in table if int(row["n"]) == n}
        tiles = sorted({key[:2] for key in value})
        shapes = sorted({key[2:] for key in value})
        picture = axes.imshow([[value.get(tile + shape, float("nan")) for tile in tiles] for shape in shapes], aspect="auto")
        axes.set_xticks(range(len(tiles)), [f"{panel}, {rows}" for panel, rows in tiles], fontsize=7, rotation=90)
        axes.set_yticks(range(len(shapes)), [f"{threads} x {systems}" for threads, systems in shapes], fontsize=7)
        axes.set(title=f"n = {n}", xlabel="columns of a panel, rows a thread")
        figure.colorbar(picture, ax=axes, label="GFLOP/s")
    panels[0][0].set_ylabel("team: threads a system x systems")
    figure.suptitle(f"all candidates, {type_}, {table[0]['device']}, batch {table[0]['batch']}")
    figure.tight_layout()
    figure.savefig(os.path.join(folder, f"tune_map_{type_}.svg"), metadata={"Date": None}, bbox_inches="tight")
    plt.close(figure)


def tune_best(folder, type_, table, others):
    """What was best, over n, and how fast; others: tables by label."""
    best = {}
    for row in table:
        n = int(row["n"])
        if n not in best or float(row["seconds"]) < float(best[n]["seconds"]):
            best[n] = row
    orders = sorted(best)
    figure, panels = plt.subplots(5, 1, figsize=(7, 9), sharex=True, height_ratios=(1, 1, 1, 1, 2))
    names = {"panel": "columns of a panel", "rows": "rows a thread", "threads": "threads a system", "systems": "systems a team"}
    for axes, (key, name) in zip(panels, names.items()):
        axes.plot(orders, [int(best[n][key]) for n in orders], "o", markersize=4)
        axes.set_yscale("log", base=2)
        ticks = sorted({int(row[key]) for row in table})
        axes.set_yticks(ticks, [str(tick) for tick in ticks])
        axes.set_yticks([], minor=True)
        axes.set_ylabel(name, fontsize=7)
        axes.grid(True, alpha=0.3)
    panels[4].plot(orders, [float(best[n]["gflops"]) for n in orders], marker=".", label="the best candidate")
    for label, other in others.items():
        panels[4].plot(*zip(*sorted((int(row["n"]), float(row["gflops"])) for row in other)), marker=".", label=label)
    panels[4].set(xlabel="n", ylabel="GFLOP/s", ylim=(0, None))
    panels[4].grid(True, alpha=0.3)
    panels[4].legend(fontsize=7)
    panels[0].set_title(f"what was best, {type_}, {table[0]['device']}, batch {table[0]['batch']}")
    figure.savefig(os.path.join(folder, f"tune_best_{type_}.svg"), metadata={"Date": None}, bbox_inches="tight")
    plt.close(figure)


def tune(folder, table):
    for type_ in sorted({row["type"] for row in table}):
        of = lambda name: [row for row in table if row["type"] == type_ and row["name"] == name]
        tune_map(folder, type_, of("candidate"))
        tune_best(folder, type_, of("candidate"),
                  {"the same, and its transpose": of("candidate, twice"),
                   "tilechol potrf": [row for row in of("tilechol potrf") if row["threads"] == "0"]})


def shares(folder, table):
    """Factor and solve of one right-hand side, and both in one call, which does not write the factor."""
    if not table:
        return
    figure, panels = plt.subplots(1, 2, figsize=(10, 4))
    for axes, type_ in zip(panels, "sd"):
        own = [row for row in table if row["type"] == type_]
        names = [row["n"] for row in own]
        potrf, potrs, posv = ([1e3 * float(row[key]) for row in own] for key in ("potrf", "potrs", "posv"))
        axes.bar(names, potrf, label="potrf")
        axes.bar(names, potrs, bottom=potrf, label="potrs")
        axes.plot(names, posv, "ko", markersize=4, label="posv")
        axes.set(title=f"{type_}, {table[0]['device']}, batch {table[0]['batch']}", xlabel="n", ylabel="ms")
        axes.legend(fontsize=7)
    figure.savefig(os.path.join(folder, "batch_shares.svg"), metadata={"Date": None}, bbox_inches="tight")
    plt.close(figure)


def lssvm(folder, table):
    planes = [row for row in table if row["data"] == "planes"]
    if planes:
        axes = plt.figure(figsize=(7, 4.5)).gca()
        draw(axes, planes, "n", "solve_seconds",
             lambda row: f"{row['solver']} {row['setting'] if row['solver'] == 'cg' else ''} {row['type']}")
        save(folder, "lssvm_time.svg", axes, f"solve, made data, rbf, C = 1, {planes[0]['device']}", "n", "seconds")
    digits = [row for row in table if row["data"] == "digits"]
    for type_ in sorted({row["type"] for row in digits}):
        figure, panels = plt.subplots(1, 3, figsize=(12, 4), sharey=True)
        for axes, kernel in zip(panels, ("linear", "polynomial", "rbf")):
            for cost in sorted({float(row["cost"]) for row in digits}):
                for solver, style in (("cholesky", "o-"), ("cg", "x--")):
                    points = sorted((float(row["setting"]) or 1e-7, float(row["accuracy"])) for row in digits
                                    if row["type"] == type_ and row["kernel"] == kernel and row["solver"] == solver
                                    and float(row["cost"]) == cost and row["accuracy"] != "nan")
                    if points:
                        axes.plot(*zip(*points), style, linewidth=1, label=f"{solver}, C = {cost:g}")
            axes.set_xscale("log")
            axes.set(title=kernel, xlabel="jitter (0 at 1e-7), or epsilon of CG")
            axes.grid(True, alpha=0.3)
        panels[0].set_ylabel("accuracy on held-out digits")
        panels[2].legend(fontsize=7)
        figure.savefig(os.path.join(folder, f"lssvm_accuracy_{type_}.svg"), metadata={"Date": None}, bbox_inches="tight")
        plt.close(figure)


def factor_error(folder, table):
    table = [row for row in table if row["error"] != "nan"]
    for type_ in sorted({row["type"] for row in table}):
        axes = plt.figure(figsize=(7, 4.5)).gca()
        for jitter in sorted({float(row["jitter"]) for row in table}):
            values = defaultdict(list)
            for row in table:
                if row["type"] == type_ and float(row["jitter"]) == jitter:
                    values[int(row["n"])].append(float(row["error"]))
            medians = sorted((n, sorted(errors)[len(errors) // 2]) for n, errors in values.items())
            axes.plot(*zip(*medians), marker=".", linewidth=1, label=f"jitter {jitter:g}")
        save(folder, f"factor_error_{type_}.svg", axes, f"Frobenius error of L (its figure 7.8), {type_}", "n", "error")


PLOTS = {
    "ladder.csv": ladder,
    "iterations.csv": iterations,
    "memory.csv": memory,
    "batch.csv": batch,
    "batch_shares.csv": shares,
    "tune_batched.csv": tune,
    "lssvm.csv": lssvm,
    "factor_error.csv": factor_error,
}


def stop(message):
    print(f"plot.py: {message}", file=sys.stderr)
    sys.exit(2)


def plot_folder(folder):
    names = [name for name in PLOTS if os.path.exists(os.path.join(folder, name))]
    if not names:
        stop(f"{folder} has none of {', '.join(PLOTS)}")
    for name in names:
        path = os.path.join(folder, name)
        with open(path, newline="") as table:
            rows = list(csv.DictReader(table))
        try:
            PLOTS[name](folder, rows)
        except KeyError as column:
            stop(f"{path} has no column {column}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="+", metavar="FOLDER")
    for folder in parser.parse_args().folders:
        plot_folder(folder)


try:
    main()
except OSError as error:
    stop(error)
