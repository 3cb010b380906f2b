#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The CPU's figures: tilechol beside other LAPACKs. Every cell is the median over rounds, or the best round where the
machine is shared and sometimes slower for all. Each library and number of threads runs in processes of its own.

    compare.py run RESULTS.tsv [--build DIR] [--set bars|sweep|large|quick] [--threads 1,2] [--rounds 3]
               [--peers openblas,flame,reference] [--level v3] [--seconds 0.05] [--most N]
               [--of median|best]
    compare.py table RESULTS.tsv [--peer openblas]      Markdown: GFLOP/s and the ratio to the peer's best
    compare.py worst RESULTS.tsv [--peer openblas]      the cells below 1.0
    compare.py plot RESULTS.tsv PICTURE.png             with gnuplot

RESULTS.tsv is written after each of these processes, so that it has what was measured before a failure. The exit
status is 1 if a measurement fails, and 2 for a wrong argument or file.

The ratio is the peer's time over tilechol's. The peer may use one thread or as many as tilechol has in that column,
whichever is faster for it. Run this on a machine that does nothing else. OPENBLAS_CORETYPE applies to OpenBLAS: if the
CPU is newer than OpenBLAS and it is set, say so beside the figures."""
import argparse
import collections
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
DEBIAN = pathlib.Path("/usr/lib") / (os.uname().machine + "-linux-gnu")

# name: (library, libraries to preload, title)
PEERS = {
    "openblas": (DEBIAN / "openblas-pthread/libopenblas.so.0", "", "OpenBLAS"),
    "flame": (DEBIAN / "libflame.so.1", DEBIAN / "blis-pthread/libblas.so.3", "libflame on BLIS"),
    "reference": (DEBIAN / "lapack/liblapack.so.3", DEBIAN / "openblas-pthread/libblas.so.3",
                  "reference LAPACK on OpenBLAS"),
}

# (routine, types, right-hand sides, orders)
SETS = {
    "bars": [
        ("potrf", "sd", 1, "4 8 16 32 64 128 256 512 1024 2048 4096 8192"),
        ("potrf", "cz", 1, "64 128 256 512 1024 2048 4096"),
        ("potrs", "d", 1, "64 256 1024 4096"),
        ("potrs", "d", 32, "64 256 1024 4096"),
        ("potrs", "d", 1024, "64 256 1024 4096"),
        ("potri", "d", 1, "64 256 1024 4096"),
    ],
    "sweep": [("potrf", "sdcz", 1, "1:512:1")],
    "large": [("gemm", "sdcz", 1, "1024"), ("potrf", "sdcz", 1, "1024 2048 4096"), ("potrf", "sd", 1, "8192")],
    "quick": [("potrf", "sdcz", 1, "16 64 256 1024"), ("potrs", "dz", 2, "16 64 256 1024"),
              ("potrs", "dz", 8, "16 64 256 1024"), ("potri", "dz", 1, "8 64 256 1024")],
}

FLOPS = {
    "potrf": lambda n, q: n**3 / 3,
    "potrs": lambda n, q: 2 * n * n * q,
    "posv": lambda n, q: n**3 / 3 + 2 * n * n * q,
    "potri": lambda n, q: 2 * n**3 / 3,
    "gemm": lambda n, q: 2 * n**3,
}


def flops(cell):
    routine, kind, n, nrhs = cell
    return FLOPS[routine](n, nrhs) * (4 if kind in "cz" else 1)


def stop(message):
    print(f"compare.py: {message}", file=sys.stderr)
    sys.exit(2)


# ---- measuring ----------------------------------------------------------------------------------------


def libraries(arguments):
    """name: (library, environment) of each contestant that is there."""
    level = {"TILECHOL_CPU": arguments.level} if arguments.level else {}
    ours = pathlib.Path(arguments.build) / "lib/libtilechol_lapack.so"
    if not ours.exists():
        stop(f"{ours} does not exist: --build is the folder of a build")
    found = {"tilechol": (ours, {"TILECHOL_DEVICE": "cpu", **level})}
    for name in arguments.peers:
        library, preload, title = PEERS[name]
        if library.exists():
            found[name] = (library, {"LD_PRELOAD": str(preload)} if preload else {})
        else:
            print(f"{title} is not here ({library}): left out", file=sys.stderr)
    return found


def orders_of(sizes, most):
    """The orders of "N|FIRST:LAST:STEP ..." up to most."""
    for item in sizes.split():
        first, last, step = map(int, item.split(":")) if ":" in item else (int(item), int(item), 1)
        yield from range(first, min(last, most) + 1, step)


def tasks(arguments, found):
    """What is measured in a round: (set's line, orders, contestant, threads) of each process."""
    for what in SETS[arguments.set]:
        orders = [str(n) for n in orders_of(what[3], arguments.most)]
        names = [name for name in found if what[0] != "gemm" or name not in ("tilechol", "reference", "flame")]
        if orders:
            yield from ((what, orders, name, t) for name in names for t in arguments.threads)


def run_one(program, library, extra, threads, what, orders, seconds):
    routine, kinds, nrhs, _ = what
    environment = dict(os.environ, **extra)
    for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "BLIS_NUM_THREADS"):
        environment[variable] = str(threads)
    command = [program, library, routine, kinds, "L", str(nrhs), str(seconds), *orders]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
        for line in process.stdout:
            kind, n, q, time, info = line.split()
            if info != "0":
                sys.exit(f"{library}: {kind}{routine} n={n}: info {info}")
            yield kind, int(n), int(q), float(time)
    if process.returncode:
        sys.exit(f"{library}: {routine} of {kinds}: lapack_time ended with status {process.returncode}")


def write(arguments, times):
    """Writes the results, or leaves those of before where nothing was measured or the disk is full."""
    of_rounds = min if arguments.of == "best" else statistics.median
    results = pathlib.Path(arguments.results).resolve()
    if results.exists() and not results.is_file():
        stop(f"{results} is not a file")  # a device must not be replaced
    part = results.with_name(results.name + ".part")
    with open(part, "w") as out:
        for key, values in times.items():
            print(*key, f"{of_rounds(values):.5e}", sep="\t", file=out)
    if times:
        part.replace(results)
    else:
        part.unlink()


def measure(arguments):
    found = libraries(arguments)
    if not any(tasks(arguments, found)):
        stop(f"--most {arguments.most} leaves nothing to measure")
    times = collections.defaultdict(list)
    write(arguments, times)  # fails here, rather than after the first measurement, if it must
    with tempfile.TemporaryDirectory() as folder:
        program = f"{folder}/lapack_time"
        subprocess.run(["cc", "-O2", str(HERE / "lapack_time.c"), "-o", program, "-ldl"], check=True)
        for turn in range(arguments.rounds):
            for what, orders, name, t in tasks(arguments, found):
                library, extra = found[name]
                try:
                    for kind, n, q, time in run_one(program, library, extra, t, what, orders, arguments.seconds):
                        times[name, t, what[0], kind, n, q].append(time)
                finally:  # after a failure, too; not while a library is timed, which would disturb it
                    write(arguments, times)
            print(f"round {turn + 1} of {arguments.rounds}", file=sys.stderr)


# ---- reading ------------------------------------------------------------------------------------------


def read(path):
    """{(routine, type, n, nrhs): {(library, threads): seconds}}, in the file's order"""
    cells = {}
    for number, line in enumerate(open(path, errors="replace"), 1):
        try:
            name, t, routine, kind, n, q, time = line.rstrip("\n").split("\t")
            t, n, q, time = int(t), int(n), int(q), float(time)
        except ValueError:
            stop(f"{path}:{number}: not a row of compare.py run")
        cells.setdefault((routine, kind, n, q), {})[name, t] = time
    return cells


def best(cell, peer, threads):
    times = [time for (name, t), time in cell.items() if name == peer and t in (1, threads)]
    return min(times) if times else None


def ratios(path, peer):
    """routine, type, n, nrhs, threads, GFLOP/s, the peer's, ratio; for every cell that both have"""
    for key, cell in read(path).items():
        for (name, t), time in cell.items():
            other = best(cell, peer, t)
            if name == "tilechol" and other:
                yield (*key, t, flops(key) / time * 1e-9, flops(key) / other * 1e-9, other / time)


def table(path, peer):
    threads = sorted({row[4] for row in ratios(path, peer)})
    rows = collections.OrderedDict()
    for routine, kind, n, q, t, ours, theirs, ratio in ratios(path, peer):
        name = f"{kind}{routine}" + (f", {q} right-hand sides" if routine == "potrs" else "")
        rows.setdefault((name, n), {})[t] = f"{ours:.3g} | {theirs:.3g} | {ratio:.2f}"
    title = PEERS[peer][2]
    print("| routine | n |" + "".join(f" {t} thread{'s'[:t > 1]} | {title} | ratio |" for t in threads))
    print("|---|---|" + "---|" * (3 * len(threads)))
    for (name, n), cells in rows.items():
        print(f"| {name} | {n} | " + " | ".join(cells.get(t, " | | ") for t in threads) + " |")


def worst(path, peer):
    below = [row for row in ratios(path, peer) if row[-1] < 1]
    for routine, kind, n, q, t, ours, theirs, ratio in sorted(below, key=lambda row: row[-1]):
        print(f"{kind}{routine} n={n} nrhs={q} threads={t}: {ratio:.2f} ({ours:.3g} against {theirs:.3g} GFLOP/s)")
    print(f"{len(below)} of {len(list(ratios(path, peer)))} cells below 1.0")


def plot(path, picture):
    cells = read(path)
    names = sorted({name for cell in cells.values() for name, _ in cell}, key=lambda name: name != "tilechol")
    threads = sorted({t for cell in cells.values() for _, t in cell})
    kinds = [kind for kind in "sdcz" if any(key[:2] == ("potrf", kind) for key in cells)]
    script = [f"set terminal pngcairo size 1100,{380 * ((len(kinds) + 1) // 2)} font ',10'", f"set output '{picture}'",
              f"set multiplot layout {(len(kinds) + 1) // 2},2", "set logscale x 2", "set grid", "set key left top",
              "set xlabel 'n'", "set ylabel 'GFLOP/s'", "set yrange [0:*]"]
    for kind in kinds:
        lines, data = [], []
        for k, name in enumerate(names):
            for dash, t in enumerate(threads):
                points = [(key[2], flops(key) / cell[name, t] * 1e-9) for key, cell in sorted(cells.items())
                          if key[:2] == ("potrf", kind) and (name, t) in cell]
                if points:
                    title = f"{PEERS[name][2] if name in PEERS else name}, {t} thread{'s'[:t > 1]}"
                    lines.append(f"'-' with linespoints lt {k + 1} dt {dash + 1} pt {k + 5} ps 0.6 title '{title}'")
                    data += [f"{n} {rate}" for n, rate in points] + ["e"]
        script += [f"set title '{kind}potrf'", "plot " + ", ".join(lines), *data]
    subprocess.run(["gnuplot"], input="\n".join([*script, "unset multiplot", ""]), text=True, check=True)


def peers(text):
    names = [name for name in text.split(",") if name]
    for name in names:
        if name not in PEERS:
            raise argparse.ArgumentTypeError(f"no peer {name!r}, only {', '.join(PEERS)}")
    return names


def positive(text):
    if int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text} is below 1")
    return int(text)


def thread_numbers(text):
    return [positive(t) for t in text.split(",")]


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["run", "table", "worst", "plot"])
    parser.add_argument("results")
    parser.add_argument("picture", nargs="?")
    parser.add_argument("--build", default=str(HERE.parent.parent / "build/host"))
    parser.add_argument("--set", default="bars", choices=SETS)
    parser.add_argument("--threads", type=thread_numbers, default="1,2")
    parser.add_argument("--rounds", type=positive, default=3)
    parser.add_argument("--of", default="median", choices=["median", "best"], help="the rounds")
    parser.add_argument("--peers", type=peers, default="openblas")
    parser.add_argument("--peer", default="openblas", choices=PEERS)
    parser.add_argument("--level", help="the x86-64 level for tilechol: v2, v3 or v4")
    parser.add_argument("--most", type=int, default=10**9, help="leave out larger orders")
    parser.add_argument("--seconds", type=float, default=0.05, help="for each cell and round")
    return parser.parse_args()


def main():
    arguments = parse()
    if arguments.what == "run":
        measure(arguments)
    elif arguments.what == "table":
        table(arguments.results, arguments.peer)
    elif arguments.what == "worst":
        worst(arguments.results, arguments.peer)
    elif arguments.picture:
        plot(arguments.results, arguments.picture)
    else:
        stop("plot needs the name of a picture")


if __name__ == "__main__":
    try:
        main()
    except (OSError, subprocess.CalledProcessError) as error:  # no such file, no cc or gnuplot, a full disk
        stop(error)
