"""Writes the reference values of the statistics tests: Tests/StatisticsTests/Golden/<family>.json.

Usage: python Tools/golden.py [FAMILY...]    (needs NumPy and SciPy)

Each family is a function marked `@family` that returns cases made by `case`. SciPy computes the values
where it has the method; elsewhere the script does, from the source's formula, by another route than
Woodshed's. Random data have a fixed seed, so the files come out the same each time. Afterwards,
Tools/golden_vectors.py writes what runs in WebAssembly, too.
"""

import bisect
import fractions
import itertools
import json
import pathlib
import sys

import numpy as np
import scipy
from scipy import integrate, optimize, special, stats

FOLDER = pathlib.Path(__file__).parent.parent / "Tests/StatisticsTests/Golden"
FAMILIES = {}

# Twelve reeds: gouge in millimetres, rated quality, shaper.
GOUGE = [.58, .59, .59, .60, .57, .61, .60, .58, .62, .59, .60, .57]
QUALITY = [6, 7, 6, 7, 5, 8, 8, 4, 7, 6, 9, 5]
SHAPER = "ABABAABBABBA"
SHAPER_A = [q for q, s in zip(QUALITY, SHAPER) if s == "A"]
SHAPER_B = [q for q, s in zip(QUALITY, SHAPER) if s == "B"]


def family(make):
    FAMILIES[make.__name__] = make
    return make


def plain(value):
    """Plain Python values for JSON instead of NumPy's."""
    if isinstance(value, dict):
        return {key: plain(part) for key, part in value.items()}
    if isinstance(value, (list, tuple, np.ndarray)):
        return [plain(part) for part in value]
    return value.item() if isinstance(value, np.generic) else value


def case(method, given, **expected):
    return {"method": method, "input": plain(given), "expected": plain(expected)}


def numbers(seed):
    """The generator of Woodshed (SplitMix64; Steele, Lea and Flood 2014)."""
    mask, state = 2 ** 64 - 1, seed
    while True:
        state = (state + 0x9E3779B97F4A7C15) & mask
        mixed = ((state ^ state >> 30) * 0xBF58476D1CE4E5B9) & mask
        mixed = ((mixed ^ mixed >> 27) * 0x94D049BB133111EB) & mask
        yield mixed ^ mixed >> 31


def mix(values, count, stream):
    """Puts randomly chosen values into the first `count` places, as Woodshed does."""
    for place in range(count):
        other = place + (next(stream) * (len(values) - place) >> 64)
        values[place], values[other] = values[other], values[place]


@family
def ranks():
    random = np.random.default_rng(22)
    cases = []
    for values in [QUALITY, GOUGE, [3.0], [], [2, 2, 2], [-1e300, 1e300, 0.0, -0.0]]:
        cases.append(case("ranks", {"values": values}, ranks=stats.rankdata(values)))

    def spearman(x, y):
        rho = stats.spearmanr(x, y).statistic
        reach = stats.norm.ppf(.975) * np.sqrt((1 + rho * rho / 2) / (len(x) - 3))
        low, high = np.tanh(np.arctanh(rho) - reach), np.tanh(np.arctanh(rho) + reach)
        return case("spearman", {"x": x, "y": y}, rho=rho, low=low, high=high)

    def kendall(x, y):
        tau, p = stats.kendalltau(x, y, method="asymptotic")
        return case("kendall", {"x": x, "y": y}, tau=tau, p=p)

    def theil_sen(x, y, level=.95):
        slope, intercept, low, high = stats.theilslopes(y, x, level)
        return case("theil-sen", {"x": x, "y": y, "level": level},
                    slope=slope, intercept=intercept, low=low, high=high)

    def mann_kendall(values):
        # By the definition, over all pairs.
        n = len(values)
        s = sum(np.sign(values[j] - values[i]) for i in range(n) for j in range(i + 1, n))
        ties = np.unique(values, return_counts=True)[1]
        variance = (n * (n - 1) * (2 * n + 5) - sum(t * (t - 1) * (2 * t + 5) for t in ties)) / 18
        z = (s - np.sign(s)) / np.sqrt(variance)
        return case("mann-kendall", {"values": values},
                    s=s, variance=variance, z=z, p=min(2 * stats.norm.sf(abs(z)), 1))

    pairs = [(GOUGE, QUALITY)]
    for count in [4, 5, 8, 13, 40, 200]:
        x = random.normal(size=count)
        pairs.append((x, x + random.normal(size=count)))
        pairs.append((random.integers(1, 6, count), random.integers(1, 11, count)))
    for x, y in pairs:
        cases += [spearman(x, y), kendall(x, y), theil_sen(x, y), mann_kendall(y)]
    cases.append(theil_sen(*pairs[-2], level=.8))
    # The example of `ci.spear` in the R package statpsych (Bonett), which gives these figures.
    y = [21, 4, 9, 12, 35, 18, 10, 22, 24, 1, 6, 8, 13, 16, 19]
    x = [67, 28, 30, 28, 52, 40, 25, 37, 44, 10, 14, 20, 28, 40, 51]
    cases.append(case("spearman", {"x": x, "y": y}, rho=.8699639, low=.5840951, high=.9638297))

    # By trying all orders of y.
    for x, y in [(GOUGE[:6], QUALITY[:6]), (GOUGE[:7], QUALITY[:7]), ([1, 2, 3, 4], [2, 1, 4, 3]),
                 (random.normal(size=8), random.normal(size=8))]:
        ranks_x, ranks_y = stats.rankdata(x) * 2, stats.rankdata(y) * 2
        middle = len(x) + 1
        found = [abs(np.dot(ranks_x - middle, np.array(order) - middle))
                 for order in itertools.permutations(ranks_y)]
        hits = sum(1 for one in found if one >= found[0])
        cases.append(case("spearman p", {"x": x, "y": y}, p=hits / len(found), count=len(found)))

    # Of 0 and 1, the point-biserial correlation of ranks.
    for x, y in [(GOUGE, [int(q > 6) for q in QUALITY]), pairs[-1]]:
        y = (np.array(y) > np.median(y)).astype(int)
        given = spearman(x, y)
        given["expected"]["rho"] = float(stats.pointbiserialr(y, stats.rankdata(x)).statistic)
        cases.append(given)

    # By trying Woodshed's random orders.
    for seed, (x, y) in enumerate(pairs[7:11]):
        ranks_x, ranks_y = stats.rankdata(x), list(stats.rankdata(y))
        middle = (len(x) + 1) / 2
        extreme = abs(np.dot(ranks_x - middle, np.array(ranks_y) - middle))
        stream = numbers(seed ^ len(x) * 0xD1B54A32D192ED03 % 2 ** 64)
        next(stream)
        hits, draws = 0, 999
        for _ in range(draws):
            mix(ranks_y, len(ranks_y), stream)
            hits += abs(np.dot(ranks_x - middle, np.array(ranks_y) - middle)) >= extreme
        cases.append(case("spearman drawn p", {"x": x, "y": y, "seed": seed, "draws": draws},
                          p=(hits + 1) / (draws + 1)))
    return cases


@family
def distributions():
    cases = []
    for z in [-37, -20, -8.3, -3, -1.96, -.5, -1e-9, 0, 1e-5, .3, 1, 2.5758, 6, 9]:
        cases.append(case("normal below", {"z": z}, value=stats.norm.cdf(z)))
    parts = [1e-300, 1e-50, 1e-9, .001, .025, .2, .4999, .5, .6, .975, .9999]
    for p in parts:
        cases.append(case("normal quantile", {"p": p}, value=stats.norm.ppf(p)))
    for freedom in [.5, 1, 2, 3.7, 10, 29, 100, 1234.5, 1e6]:
        for t in [-1000, -12, -2.2, -.1, 0, .004, 1, 3, 8]:
            given = {"t": t, "freedom": freedom}
            cases.append(case("t below", given, value=stats.t.cdf(t, freedom)))
        for p in [1e-6, .001, .025, .3, .5, .7, .975, .9999]:
            given = {"p": p, "freedom": freedom}
            cases.append(case("t quantile", given, value=stats.t.ppf(p, freedom)))
        for part in [1e-4, .1, .5, .9, 1, 1.1, 2, 5]:
            x = part * freedom
            given = {"x": x, "freedom": freedom}
            below, above = stats.chi2.cdf(x, freedom), stats.chi2.sf(x, freedom)
            cases.append(case("chi-square", given, below=below, above=above))
        # SciPy 1.17 has 8 digits only at 10⁻⁶ of a million degrees of freedom.
        for p in [1e-6, .025, .5, .975, .9999][freedom == 1e6:]:
            given = {"p": p, "freedom": freedom}
            cases.append(case("chi-square quantile", given, value=stats.chi2.ppf(p, freedom)))
    for a, b in [(1, 1), (2, 9), (5, 15), (7.3, 2.6), (40, 200), (300, .8)]:
        for f in [1e-6, .2, 1, 1.7, 6, 400]:
            given = {"f": f, "a": a, "b": b}
            cases.append(case("f below", given, value=stats.f.cdf(f, a, b)))
        for p in [.025, .5, .975]:
            given = {"p": p, "a": a, "b": b}
            cases.append(case("f quantile", given, value=stats.f.ppf(p, a, b)))
    for x in [-700, -20.5, -1, -1e-12, 0, 1e-12, .7, 1, 33.3, 700, 709.7]:
        cases.append(case("exponential", {"x": x}, value=np.exp(x)))
    for x in [1e-310, 1e-9, .5, .999999, 1, 1.000001, 2, 10, 1e300]:
        cases.append(case("logarithm", {"x": x}, value=np.log(x)))
    for x in [-.9, -1e-7, 1e-18, 1e-5, .3, 5, 1e9]:
        cases.append(case("logarithm of one plus", {"x": x}, value=np.log1p(x)))
    return cases


@family
def drawing():
    random = np.random.default_rng(23)
    cases = []

    # By trying all arrangements, in fractions: exact.
    def permutation(a, b):
        values = [fractions.Fraction(str(value)) for value in [*a, *b]]
        mean = sum(values) / len(values) * len(a)
        observed = abs(sum(values[:len(a)]) - mean)
        found = [abs(sum(chosen) - mean) for chosen in itertools.combinations(values, len(a))]
        hits = sum(1 for one in found if one >= observed)
        return case("permutation", {"a": a, "b": b}, p=hits / len(found), count=len(found))

    def sign_flip(differences):
        values = [fractions.Fraction(str(value)) for value in differences]
        found = [abs(sum(s * v for s, v in zip(signs, values)))
                 for signs in itertools.product([1, -1], repeat=len(values))]
        hits = sum(1 for one in found if one >= abs(sum(values)))
        return case("sign-flip", {"differences": differences}, p=hits / len(found),
                    count=len(found))

    cases.append(permutation(SHAPER_A, SHAPER_B))
    cases.append(permutation([1, 2, 3], [4, 5, 6]))
    cases.append(permutation([1, 2, 3, 4], [5, 6, 7, 8]))
    cases.append(permutation([440.1, 440.2, 440.3, 440.1], [440.2, 440.4, 440.1, 440.3, 440.5]))
    cases.append(permutation([.1, .2, .3], [.15, .25, .35, .1, .3, .2, .6]))
    cases.append(permutation([5], [5, 5, 5]))
    cases.append(permutation([7.5], [1]))
    for sizes in [(3, 9), (7, 6)]:
        cases.append(permutation(*(random.normal(size=size).round(2) for size in sizes)))
    for differences in [[1, 2, 3, 4, 5], [1, 2, 3, 4, 5, 6], [.1, -.2, .3, .1, 0, .2, .3], [0, 0],
                        [-2], random.normal(size=10).round(1)]:
        cases.append(sign_flip(differences))

    # By trying all arrangements of all blocks.
    for a, b in [([[5, 6], [4, 6], [7, 5]], [[7, 6], [6, 8], [6, 9]]), ([[1, 3, 4], [2]], [[6, 5], [9, 8]]),
                 ([[.1], [.2], [.3], [.4]], [[.2], [.1], [.5], [.7]])]:
        ways, observed = [fractions.Fraction()], 0
        for one, other in zip(a, b):
            values = [fractions.Fraction(str(value)) for value in one + other]
            mean = sum(values) / len(values) * len(other)
            observed += sum(values[len(one):]) - mean
            chosen = [sum(part) - mean for part in itertools.combinations(values, len(other))]
            ways = [way + more for way in ways for more in chosen]
        hits = sum(abs(way) >= abs(observed) for way in ways)
        cases.append(case("blocked permutation", {"a": a, "b": b}, p=hits / len(ways), count=len(ways)))

    # By trying Woodshed's draws, in whole numbers.
    for seed, (count_a, count_b) in enumerate([(12, 15), (30, 14)]):
        a, b = random.integers(1, 11, count_a), random.integers(2, 12, count_b)
        size, total = min(count_a, count_b), int(sum(a) + sum(b))
        values = [int(value) for value in [*a, *b]]
        # Woodshed chooses the smaller group.
        extreme = abs(int(sum(a if count_a <= count_b else b)) * len(values) - total * size)
        stream, hits, draws = numbers(seed), 0, 999
        for _ in range(draws):
            mix(values, size, stream)
            hits += abs(sum(values[:size]) * len(values) - total * size) >= extreme
        cases.append(case("permutation drawn", {"a": a, "b": b, "seed": seed, "draws": draws},
                          p=(hits + 1) / (draws + 1)))
    for seed, count in enumerate([18, 70]):
        values = [int(value) for value in random.integers(-4, 7, count)]
        stream, hits, draws = numbers(seed), 0, 999
        for _ in range(draws):
            words = [next(stream) for _ in range((count + 63) // 64)]
            signs = [words[index // 64] >> index % 64 & 1 for index in range(count)]
            found = sum(-value if sign else value for value, sign in zip(values, signs))
            hits += abs(found) >= abs(sum(values))
        cases.append(case("sign-flip drawn",
                          {"differences": values, "seed": seed, "draws": draws},
                          p=(hits + 1) / (draws + 1)))

    # The draws are Woodshed's, the interval is computed from them as SciPy's `bootstrap` does.
    def bootstrap(method, columns, statistic, seed, draws=2000, level=.95):
        count, stream = len(columns[0]), numbers(seed)
        found = []
        for _ in range(draws):
            rows = [next(stream) * count >> 64 for _ in range(count)]
            found.append(statistic(*(np.array(column)[rows] for column in columns)))
        value = statistic(*columns)
        left = [statistic(*(np.delete(column, row) for column in columns)) for row in range(count)]
        distances = np.mean(left) - left
        acceleration = np.sum(distances ** 3) / (6 * np.sum(distances ** 2) ** 1.5)
        bias = special.ndtri(stats.percentileofscore(found, value, kind="mean") / 100)
        reach = bias + special.ndtri([(1 - level) / 2, (1 + level) / 2])
        parts = special.ndtr(bias + reach / (1 - acceleration * reach))
        low, high = np.percentile(found, parts * 100)
        given = {f"column{number}": column for number, column in enumerate(columns)}
        given |= {"seed": seed, "draws": draws, "level": level}
        return case(method, given, low=low, high=high)

    skewed = random.exponential(size=20)
    cases.append(bootstrap("bootstrap of mean", [QUALITY], np.mean, 1))
    cases.append(bootstrap("bootstrap of mean", [skewed], np.mean, 2, 500, .9))
    x = random.normal(size=15)
    y = x + random.normal(size=15)
    cases.append(bootstrap("bootstrap of rho", [x, y],
                           lambda x, y: stats.spearmanr(x, y).statistic, 3, 400))
    return cases


# Thirteen trials of BCG vaccine (Colditz et al. 1994): cases and others, vaccinated and not.
BCG = [
    [4, 119, 11, 128], [6, 300, 29, 274], [3, 228, 11, 209], [62, 13536, 248, 12619],
    [33, 5036, 47, 5761], [180, 1361, 372, 1079], [8, 2537, 10, 619], [505, 87886, 499, 87892],
    [29, 7470, 45, 7232], [17, 1699, 65, 1600], [186, 50448, 141, 27197], [5, 2493, 3, 2338],
    [27, 16886, 29, 17825],
]


def pooled_effects(effects, variances):
    """Random effects by the moments of generalised least squares in matrices, not by sums."""
    y, v = np.array(effects, float), np.array(variances, float)
    one, weight = np.ones((len(y), 1)), np.diag(1 / v)
    # Q = yᵀ P y, and τ² sets it equal to its expected value, tr(P V) + τ² tr P.
    p = weight - weight @ one @ np.linalg.inv(one.T @ weight @ one) @ one.T @ weight
    q = float(y @ p @ y)
    tau2 = max(0, (q - (len(y) - 1)) / np.trace(p))
    covariance = np.linalg.inv(np.diag(v + tau2))
    error2 = np.linalg.inv(one.T @ covariance @ one).item()
    effect = error2 * (one.T @ covariance @ y).item()
    rest = np.linalg.cholesky(covariance).T @ (y - effect)
    inflation = max(1, rest @ rest / (len(y) - 1))
    reach = stats.t.ppf(.975, len(y) - 1) * np.sqrt(error2 * inflation)
    return {
        "effect": effect, "error": np.sqrt(error2), "low": effect - reach, "high": effect + reach,
        "tau2": tau2, "q": q, "iSquared": max(0, 1 - (len(y) - 1) / q) if q else 0,
    }


def shrunk_means(groups):
    """The posterior of the means as a normal one of all groups and μ, given τ²."""
    sizes = np.array([len(g) for g in groups])
    means = np.array([np.mean(g) for g in groups])
    within = sum(((np.array(g) - np.mean(g)) ** 2).sum() for g in groups) / (sum(sizes) - len(sizes))
    pooled = pooled_effects(means, within / sizes)
    tau2, k = pooled["tau2"], len(groups)
    expected = {"within": within, "between": tau2, "mean": pooled["effect"]}
    if tau2:
        # Precision of (θ₁ … θₖ, μ): data on the diagonal, and a spring between each θ and μ.
        precision = np.diag([*(sizes / within + 1 / tau2), k / tau2])
        precision[:k, k] = precision[k, :k] = -1 / tau2
        posterior = np.linalg.inv(precision)
        shrunk = posterior @ np.array([*(sizes * means / within), 0])
        expected |= {"shrunk": shrunk[:k], "errors": np.sqrt(np.diag(posterior)[:k])}
        draws = np.random.default_rng(5).multivariate_normal(shrunk, posterior, 1_000_000)
        best = draws[:, :k].argmax(axis=1)
        expected["chances"] = [(best == index).mean() for index in range(k)]
    else:
        expected |= {"shrunk": [pooled["effect"]] * k, "errors": [pooled["error"]] * k}
        expected["chances"] = [1 / k] * k
    return expected


@family
def groups():
    cases = []
    random = np.random.default_rng(11)
    for p in [
        [.001, .008, .039, .041, .042, .060, .074, .205, .212, .216],
        random.uniform(size=120), random.uniform(size=1), [.5, .5, .5, 1, 0],
    ]:
        q = stats.false_discovery_control(p)
        cases.append(case("benjamini-hochberg", {"p": p}, q=q))
    ratios = [
        (np.log(a / (a + b)) - np.log(c / (c + d)), 1 / a - 1 / (a + b) + 1 / c - 1 / (c + d))
        for a, b, c, d in BCG
    ]
    for effects, variances in [
        tuple(zip(*ratios)),
        (random.normal(size=6), random.uniform(.5, 2, size=6)),
        (random.normal(0, 3, size=20), random.uniform(.1, 1, size=20)),
    ]:
        given = {"effects": effects, "variances": variances}
        cases.append(case("random-effects", given, **pooled_effects(effects, variances)))
    shapers = [SHAPER_A, SHAPER_B]
    four = [random.normal(mean, 1, size=size) for mean, size in [(6, 5), (7, 5), (5, 9), (8, 1)]]
    for data in [shapers, shapers + [[9, 7]], four, [[1, 2, 3], [1, 2, 3.5], [2, 1.5, 3]]]:
        cases.append(case("shrinkage", {"groups": data}, **shrunk_means(data)))
    return cases


def ewma_chart(values, restarts, target, deviation, weight=.2, width=3):
    """The smoothed values as weighted sums of the whole run, and the variance of those sums."""
    smoothed, reach = [], []
    for start, end in zip([0, *restarts], [*restarts, len(values)]):
        for last in range(start, end):
            weights = weight * (1 - weight) ** np.arange(last - start, -1, -1)
            deviations = np.array(values[start:last + 1]) - target
            smoothed.append(target + weights @ deviations)
            reach.append(width * deviation * np.sqrt((weights ** 2).sum()))
    low, high = target - np.array(reach), target + np.array(reach)
    alarms = [bool(z < a or z > b) for z, a, b in zip(smoothed, low, high)]
    return {"smoothed": smoothed, "low": low, "high": high, "alarms": alarms}


# Reeds' hours; False is still in use.
HOURS = [4, 8, 8, 11, 12, 14, 15, 9, 6, 13]
ENDED = [True, True, True, True, False, True, True, False, False, True]
# Weeks to relapse in leukaemia with 6-MP and with placebo (Freireich et al. 1963): the textbook example.
TREATED = [6, 6, 6, 6, 7, 9, 10, 10, 11, 13, 16, 17, 19, 20, 22, 23, 25, 32, 32, 34, 35]
RELAPSED = [one == "1" for one in "111010100110001100000"]
PLACEBO = [1, 1, 2, 2, 3, 4, 4, 5, 5, 8, 8, 8, 8, 11, 11, 12, 12, 15, 17, 22, 23]


def survival(times, ends, level=.95):
    times, ends = np.array(times, float), np.array(ends)
    data = stats.CensoredData(uncensored=times[ends], right=times[~ends])
    curve = stats.ecdf(data).sf
    limits = curve.confidence_interval(level, method="log-log")
    kept = [index for index, time in enumerate(curve.quantiles) if time in times[ends]]
    at = curve.quantiles[kept]
    left, low, high = (
        values[kept] for values in
        (curve.probabilities, limits.low.probabilities, limits.high.probabilities))
    first = next((time for time, s in zip(at, left) if s < .5 + 1e-9), None)
    begin = next((time for time, s in zip(at, low) if s <= .5), None)
    end = next((time for time, s in zip(at, high) if s < .5), None)
    expected = {
        "times": at, "survival": left, "atRisk": [int((times >= time).sum()) for time in at],
        "low": low[left > 0], "high": high[left > 0],
    }
    for name, value in [("median", first), ("medianLow", begin), ("medianHigh", end)]:
        if value is not None:
            expected[name] = value
    return expected


def log_rank(samples):
    """Observed less expected and its covariance without the last group, from a table for each time."""
    times = sorted({t for ts, es in samples for t, e in zip(ts, es) if e})
    k = len(samples)
    excess, covariance = np.zeros(k), np.zeros((k, k))
    for time in times:
        at_risk = np.array([sum(t >= time for t in ts) for ts, _ in samples])
        ends = np.array([sum(e and t == time for t, e in zip(ts, es)) for ts, es in samples])
        table = stats.multivariate_hypergeom(at_risk, ends.sum())
        excess += ends - table.mean()
        covariance += np.nan_to_num(table.cov())
    there = [index for index in range(k) if covariance[index, index] > 0]
    kept = there[:-1]
    square = excess[kept] @ np.linalg.solve(covariance[np.ix_(kept, kept)], excess[kept])
    return {"chiSquare": square, "freedom": len(kept), "p": stats.chi2.sf(square, len(kept))}


@family
def time():
    cases = []
    random = np.random.default_rng(12)
    drifting = np.concatenate([random.normal(.6, .01, 25), random.normal(.615, .01, 25)])
    for values, restarts in [(drifting, []), (drifting, [10, 11, 30])]:
        chart = ewma_chart(values, restarts, .6, .01)
        given = {"values": values, "restarts": restarts, "target": .6, "deviation": .01}
        cases.append(case("ewma", given, **chart))
    for length, restarts, used in [(60, [], 40), (60, [20, 50], 20)]:
        values = random.normal(10, 2, length)
        target, deviation = values[:used].mean(), values[:used].std(ddof=1)
        chart = ewma_chart(values, restarts, target, deviation)
        cases.append(case("ewma", {"values": values, "restarts": restarts}, **chart))
    many = random.integers(1, 30, 80)
    censored = random.uniform(size=80) < .7
    for times, ends in [
        (HOURS, ENDED), (TREATED, RELAPSED), (PLACEBO, [True] * 21), (many, censored),
        ([3, 5], [False, True]), ([1, 2, 3, 4], [True] * 4), ([5, 5, 6], [True, False, False]),
    ]:
        given = {"times": times, "ends": ends}
        cases.append(case("kaplan-meier", given, **survival(times, ends)))
    leukaemia = [(TREATED, RELAPSED), (PLACEBO, [True] * 21)]
    three = [
        (random.integers(1, high, 15), random.uniform(size=15) < .8) for high in (10, 15, 30)]
    for samples in [leukaemia, three, three + [([.5, .5], [False, False])]]:
        expected = log_rank(samples)
        if len(samples) == 2:
            a, b = (
                stats.CensoredData(
                    uncensored=np.array(t)[np.array(e)], right=np.array(t)[~np.array(e)])
                for t, e in samples)
            assert abs(stats.logrank(a, b).statistic ** 2 - expected["chiSquare"]) < 1e-9
        given = {"times": [t for t, _ in samples], "ends": [np.array(e, int) for _, e in samples]}
        cases.append(case("log-rank", given, **expected))
    return cases


def ridge_by_refitting(rows, outcome):
    """Ridge regression with every row left out and fitted anew, as least squares with extra rows."""
    x, y = np.array(rows), np.array(outcome)
    x = (x - x.mean(axis=0)) / x.std(axis=0, ddof=1)
    n, k = x.shape

    def fit(x, y, penalty):
        # The intercept is not penalised.
        design = np.vstack([
            np.column_stack([np.ones(len(x)), x]),
            np.column_stack([np.zeros(k), np.sqrt(penalty) * np.eye(k)])])
        return np.linalg.lstsq(design, np.concatenate([y, np.zeros(k)]), rcond=None)[0]

    def squares(penalty):
        total = 0
        for row in range(n):
            kept = np.arange(n) != row
            beta = fit(x[kept], y[kept], penalty)
            total += (y[row] - beta[0] - x[row] @ beta[1:]) ** 2
        return total

    penalty = min((n * 2.0 ** power for power in range(-10, 11)), key=squares)
    plain = sum((y[row] - np.delete(y, row).mean()) ** 2 for row in range(n))
    beta = fit(x, y, penalty)
    plain_beta = fit(x, y, 0)
    left = ((y - plain_beta[0] - x @ plain_beta[1:]) ** 2).sum() / (n - 1 - k)
    reach = stats.t.ppf(.975, n - 1 - k) * np.sqrt(left * np.diag(np.linalg.inv(x.T @ x)))
    return {
        "penalty": penalty, "intercept": beta[0], "coefficients": beta[1:],
        "low": plain_beta[1:] - reach, "high": plain_beta[1:] + reach, "q2": 1 - squares(penalty) / plain,
    }


@family
def models():
    cases = []
    random = np.random.default_rng(13)
    for n, k, strength in [(30, 3, 1), (40, 8, .5), (12, 2, 0), (25, 5, .3)]:
        rows = random.normal(size=(n, k)) * np.arange(1, k + 1) + 5
        rows[:, -1] += rows[:, 0]
        outcome = 6 + strength * rows[:, 0] + random.normal(size=n)
        given = {"rows": rows, "outcome": outcome}
        cases.append(case("ridge", given, **ridge_by_refitting(rows, outcome)))
    cases.append(case(
        "ridge", {"rows": [[g] for g in GOUGE], "outcome": QUALITY},
        **ridge_by_refitting([[g] for g in GOUGE], QUALITY)))
    for k in [1, 2, 6]:
        parts = random.normal(size=(k + 2, k))
        matrix = parts.T @ parts
        cases.append(case(
            "principal-axes", {"matrix": matrix}, values=np.linalg.eigvalsh(matrix)))
    return cases


@family
def summaries():
    random = np.random.default_rng(11)
    samples = [QUALITY, GOUGE, SHAPER_A, [3, 4], random.normal(1e6, 1, 50),
               random.lognormal(0, 1, 9), random.integers(1, 11, 25).astype(float)]
    cases = []
    for values in samples:
        values = np.array(values, float)
        mean, error = values.mean(), stats.sem(values)
        low, high = stats.t.interval(.9, len(values) - 1, mean, error)
        cases.append(case("summary", {"values": values, "level": .9}, mean=mean,
                          variance=values.var(ddof=1), deviation=values.std(ddof=1),
                          low=low, high=high))
        for part in [0, .1, .25, .5, .77, 1]:
            cases.append(case("quantile", {"values": values, "part": part},
                              value=np.quantile(values, part)))
    # The first two are REEDS's examples; 81 of 263 is in Newcombe (1998), table I: .2553 to .3662.
    for hits, count in [(7, 12), (3, 4), (81, 263), (0, 1), (1, 1), (0, 20), (29, 29), (15, 148)]:
        for level in [.8, .95, .99]:
            found = stats.binomtest(hits, count).proportion_ci(level, method="wilson")
            cases.append(case("wilson", {"hits": hits, "count": count, "level": level},
                              low=found.low, high=found.high))
    return cases


def newcombe(a, b, level):
    """Newcombe (2006), method 5, by root finding on θ."""
    delta = np.sign(np.subtract.outer(b, a)).mean()
    chance, extra = (delta + 1) / 2, (len(a) + len(b)) / 2 - 1
    z = stats.norm.ppf(.5 + level / 2)

    def surplus(theta):
        rest = 1 - theta
        spread = 1 + extra * rest / (2 - theta) + extra * theta / (1 + theta)
        return (chance - theta) ** 2 - z * z * theta * rest * spread / len(a) / len(b)

    low = 0 if chance == 0 else optimize.brentq(surplus, 1e-12, chance - 1e-13, xtol=1e-15)
    high = 1 if chance == 1 else optimize.brentq(surplus, chance + 1e-13, 1 - 1e-12, xtol=1e-15)
    return delta, 2 * low - 1, 2 * high - 1


def agreement(ratings, level):
    """McGraw and Wong (1996), with the variances of a two-way layout by least squares."""
    ratings = np.array(ratings, float)
    n, k = ratings.shape
    things, raters = np.repeat(np.eye(n), k, 0), np.tile(np.eye(k), (n, 1))

    def rest(design):
        fitted = design @ np.linalg.lstsq(design, ratings.ravel(), rcond=None)[0]
        return ((ratings.ravel() - fitted) ** 2).sum()

    error = rest(np.hstack([things, raters]))
    msr = (rest(raters) - error) / (n - 1)
    msc = (rest(things) - error) / (k - 1)
    mse = error / (n - 1) / (k - 1)
    icc = (msr - mse) / (msr + (k - 1) * mse + k / n * (msc - mse))
    a, b = k * icc / n / (1 - icc), 1 + k * icc * (n - 1) / n / (1 - icc)
    freedom = (a * msc + b * mse) ** 2 / (
        (a * msc) ** 2 / (k - 1) + (b * mse) ** 2 / (n - 1) / (k - 1))
    lower = stats.f.ppf(.5 + level / 2, n - 1, freedom)
    upper = stats.f.ppf(.5 + level / 2, freedom, n - 1)
    noise = k * msc + (k * n - k - n) * mse
    low = n * (msr - lower * mse) / (lower * noise + n * msr)
    high = n * (upper * msr - mse) / (noise + n * upper * msr)
    sem = np.sqrt(mse + max(0, msc - mse) / n)
    z = stats.norm.ppf(.5 + level / 2)
    return {"value": icc, "low": low, "high": high, "smallest": z * np.sqrt(2) * sem}


def kappa(table, level):
    """Cohen (1960) in fractions, by putting every first answer beside every second one."""
    first = [row for row, counts in enumerate(table) for count in counts for _ in range(count)]
    second = [column for counts in table for column, count in enumerate(counts) for _ in range(count)]
    count, agreed = len(first), sum(map(int.__eq__, first, second))
    chance = fractions.Fraction(sum(one == other for one in first for other in second), count ** 2)
    found = stats.binomtest(agreed, count).proportion_ci(level, "wilson")
    expected = {"agreed": agreed, "chance": float(chance),
                "shareLow": found.low, "shareHigh": found.high}
    if chance < 1:
        expected["value"] = float((fractions.Fraction(agreed, count) - chance) / (1 - chance))
        for name, share in [("low", found.low), ("high", found.high)]:
            expected[name] = (share - float(chance)) / float(1 - chance)
    return expected


@family
def comparing():
    random = np.random.default_rng(12)
    pairs = [(SHAPER_A, SHAPER_B), ([1, 2], [3, 5]), ([1, 2, 3], [4, 5, 6, 7]),
             (random.normal(0, 1, 8), random.normal(1, 3, 20)),
             (random.integers(1, 11, 30), random.integers(3, 9, 12)),
             (random.lognormal(0, 1, 15), random.lognormal(.5, 1, 15))]
    cases = []
    for a, b in pairs:
        a, b = np.array(a, float), np.array(b, float)
        for level in [.8, .95]:
            given = {"a": a, "b": b, "level": level}
            found = stats.ttest_ind(b, a, equal_var=False)
            low, high = found.confidence_interval(level)
            cases.append(case("welch", given, difference=b.mean() - a.mean(), low=low, high=high,
                              t=found.statistic, freedom=found.df, p=found.pvalue))
            # Hedges' g from the t of the pooled test; the interval is Hedges and Olkin's (1985).
            na, nb = len(a), len(b)
            pooled = stats.ttest_ind(b, a).statistic * np.sqrt(1 / na + 1 / nb)
            g = pooled * (1 - 3 / (4 * (na + nb) - 9))
            error = np.sqrt((na + nb) / (na * nb) + g * g / 2 / (na + nb))
            low, high = stats.norm.interval(level, g, error)
            cases.append(case("hedges", given, value=g, low=low, high=high))
            delta, low, high = newcombe(a, b, level)
            more = stats.mannwhitneyu(b, a).statistic / na / nb
            cases.append(case("cliff", given, value=delta, more=more, low=low, high=high))
    # Newcombe (1998), method 10; his first example is 56 of 70 against 48 of 80: .0524 to .3339.
    for hits_a, count_a, hits_b, count_b in [(48, 80, 56, 70), (3, 10, 9, 10), (0, 10, 10, 10), (5, 56, 0, 29),
                                             (6, 12, 6, 12)]:
        for level in [.8, .95]:
            a, b = (stats.binomtest(hits, count).proportion_ci(level, "wilson")
                    for hits, count in [(hits_a, count_a), (hits_b, count_b)])
            p, q = hits_a / count_a, hits_b / count_b
            given = {"hitsA": hits_a, "countA": count_a, "hitsB": hits_b, "countB": count_b,
                     "level": level}
            cases.append(case("share difference", given, difference=q - p,
                              low=q - p - np.hypot(q - b.low, a.high - p),
                              high=q - p + np.hypot(b.high - q, p - a.low)))
    for values in [[.4, -.2, 1.1, .6, .3], random.normal(.5, 2, 12), [1, 2],
                   random.integers(-3, 5, 40)]:
        values = np.array(values, float)
        found = stats.ttest_1samp(values, 0)
        low, high = found.confidence_interval(.95)
        cases.append(case("paired", {"differences": values, "level": .95}, p=found.pvalue,
                          difference=values.mean(), low=low, high=high, t=found.statistic,
                          freedom=found.df))
    # Six things rated by four judges: Shrout and Fleiss (1979), table 2; ICC(2,1) is .29.
    judges = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]]
    twice = np.add.outer(random.normal(6, 2, 10), [0, .4]) + random.normal(0, .8, (10, 2))
    for ratings in [judges, twice, random.normal(0, 1, (5, 3)), [[1, 2], [2, 4], [5, 6]]]:
        cases.append(case("agreement", {"ratings": ratings, "level": .95},
                          **agreement(ratings, .95)))
    # Cohen (1960), table 1: .49; a share of .7 against .5 by chance; and where all, none or one kind agree.
    for table in [[[88, 14, 18], [10, 40, 10], [2, 6, 12]], [[20, 5], [10, 15]], [[6, 0], [0, 4]],
                  [[0, 5], [5, 0]], [[8, 1], [1, 0]], [[0, 1], [0, 0]], [[7, 0], [0, 0]]]:
        for level in [.8, .95]:
            cases.append(case("kappa", {"table": table, "level": level}, **kappa(table, level)))
    return cases


def miss(effect, freedom, level):
    """How likely a t test misses, over the distribution of the estimated deviation.

    SciPy's noncentral t distribution is NaN at some values."""
    limit = stats.t.ppf(.5 + level / 2, freedom)
    spread = stats.chi(freedom)

    def at(scale):
        edge = limit * scale / np.sqrt(freedom)
        inside = stats.norm.cdf(edge - effect) - stats.norm.cdf(-edge - effect)
        return inside * spread.pdf(scale)

    low, high = spread.ppf(1e-16), spread.isf(1e-16)
    return integrate.quad(at, low, high, epsabs=1e-13, epsrel=1e-11, limit=500)[0]


@family
def power():
    cases = []
    for count in [2, 3, 5, 8, 10, 15, 20, 30, 1000]:
        reach = stats.t.ppf(.975, 2 * count - 2) * np.sqrt(2 / count)
        cases.append(case("half width", {"count": count, "level": .95}, value=reach))
    for effect, freedom, level in [(1, 1, .95), (2.8, 16, .95), (0, 5, .9), (3.4, 126, .99),
                                   (5, 4, .95), (9, 30, .8)]:
        given = {"effect": effect, "freedom": freedom, "level": level}
        cases.append(case("miss", given, value=miss(effect, freedom, level)))

    def fewest(power, level, design):
        def found(count):
            freedom, effect = design(count)
            return 1 - miss(effect, freedom, level)

        return 2 + bisect.bisect_left(range(2, 100_000), power, key=found)

    for effect in [.2, .5, .8, 1, 1.5, 3]:
        for power_, level in [(.8, .95), (.9, .99)]:
            given = {"effect": effect, "power": power_, "level": level}
            count = fewest(power_, level, lambda n: (2 * n - 2, effect * np.sqrt(n / 2)))
            cases.append(case("per arm", given, count=count))
            for r in [0, .5, .7]:
                count = fewest(power_, level,
                               lambda n: (n - 1, effect * np.sqrt(n / (2 - 2 * r))))
                cases.append(case("pairs", given | {"correlation": r}, count=count))
    return cases


def main():
    FOLDER.mkdir(exist_ok=True)
    for name in sys.argv[1:] or FAMILIES:
        cases = FAMILIES[name]()
        lines = ",\n".join(json.dumps(one, allow_nan=False) for one in cases)
        made_with = f"scipy {scipy.__version__}"
        text = f'{{"family": "{name}", "made_with": "{made_with}", "cases": [\n{lines}\n]}}\n'
        (FOLDER / f"{name}.json").write_text(text)


if __name__ == "__main__":
    main()
