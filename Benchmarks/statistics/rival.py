"""Permutations and the bootstrap, beside SciPy doing the same work.

    python3 -m venv V && V/bin/pip install scipy && V/bin/python Benchmarks/statistics/rival.py .build/release/woodshed

Ours are timed with starting the program and reading the file; SciPy without starting Python, and with the statistic of
all draws at once where it offers that. Medians of five, in milliseconds.
"""

import json
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

import numpy as np
from scipy import stats

DRAWS = 10_000


def median(work):
    work()
    times = []
    for _ in range(5):
        begin = time.perf_counter()
        result = work()
        times.append((time.perf_counter() - begin) * 1000)
    return statistics.median(times), result


def ours(method, text, *options):
    file = pathlib.Path(tempfile.mkdtemp()) / "log.csv"
    file.write_text(text)
    command = [sys.argv[1], "statistics", method, str(file), "--format", "json", *options]
    return median(lambda: json.loads(subprocess.run(
        command, check=True, capture_output=True, text=True).stdout))


def correlation(x, y, axis=-1):
    """Of ranks without ties, as `spearmanr` gives it, for many draws at once."""
    x = x - x.mean(axis=axis, keepdims=True)
    y = y - y.mean(axis=axis, keepdims=True)
    return (x * y).sum(axis=axis) / np.sqrt((x * x).sum(axis=axis) * (y * y).sum(axis=axis))


def main():
    random = np.random.default_rng(1)
    print(f"{'':44}{'ours':>9}{'SciPy':>9}{'ratio':>8}   p, or interval: ours and SciPy's")
    a, b = random.normal(6, 1, 30), random.normal(6.4, 1, 30)
    groups = "y,group\n" + "".join(
        [f"{value},A\n" for value in a] + [f"{value},B\n" for value in b])
    x = random.normal(0, 1, 100)
    y = 0.3 * x + random.normal(0, 1, 100)
    pairs = "x,y\n" + "".join(f"{one},{other}\n" for one, other in zip(x, y))
    ranks = stats.rankdata(x), stats.rankdata(y)

    def show(name, mine, theirs, part):
        (own, answer), (other, found) = mine, theirs
        print(f"{name:44}{own:9.1f}{other:9.1f}{other / own:8.1f}   {part(answer)}  {found}")

    show("permutation, 30 and 30, 10,000 draws",
         ours("permutation", groups, "--draws", str(DRAWS)),
         median(lambda: round(stats.permutation_test(
             (a, b), lambda p, q, axis: q.mean(axis=axis) - p.mean(axis=axis), vectorized=True,
             n_resamples=DRAWS, rng=1).pvalue, 4)),
         lambda answer: round(answer["p"], 4))
    show("Spearman's p, n = 100, 10,000 draws",
         ours("spearman", pairs, "--draws", str(DRAWS)),
         median(lambda: round(stats.permutation_test(
             (ranks[0],), lambda p, axis: correlation(p, ranks[1], axis), vectorized=True,
             permutation_type="pairings", n_resamples=DRAWS, rng=1).pvalue, 4)),
         lambda answer: round(answer["p"], 4))
    show("BCa of Spearman's rho, n = 100, 2,000 draws",
         ours("bootstrap", pairs, "--draws", "2000"),
         median(lambda: [round(float(end), 3) for end in stats.bootstrap(
             (x, y), lambda p, q: stats.spearmanr(p, q).statistic, paired=True, vectorized=False,
             n_resamples=2_000, method="BCa", rng=1).confidence_interval]),
         lambda answer: [round(answer["interval"][end], 3) for end in ("low", "high")])


if __name__ == "__main__":
    main()
