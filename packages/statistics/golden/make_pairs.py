"""Makes pairs.json: reference values for pairs of blocks, planned looks and their quantiles, computed with SciPy and NumPy.

Run: pip install numpy==2.4.6 scipy==1.17.1 && python3 make_pairs.py > pairs.json, then biome check --write pairs.json
"""
import json

import numpy as np
from scipy import optimize, stats

rng = np.random.default_rng(20261124)


def signed_rank():
    """Hodges and Lehmann's estimate, and the interval of all centres that scipy.stats.wilcoxon does not refute at alpha."""
    cases = []
    for n, alpha, method in ((6, 0.05, "exact"), (12, 0.05, "exact"), (25, 0.05, "exact"), (25, 0.001, "exact"), (130, 0.05, "approx"), (130, 0.001, "approx")):
        x = np.round(rng.normal(0.02, 0.05, size=n) + rng.exponential(0.02, size=n), 6)
        i, j = np.triu_indices(n)
        walsh = np.sort((x[i] + x[j]) / 2)

        def p(centre):
            return stats.wilcoxon(x - centre, method=method, correction=method == "approx").pvalue

        # p only changes at the means of two values: the first and the last cell between two of them that is not refuted.
        middles = (walsh[1:] + walsh[:-1]) / 2
        low = next(k for k in range(len(middles)) if p(middles[k]) > alpha)
        high = next(k for k in reversed(range(len(middles))) if p(middles[k]) > alpha)
        cases.append({"values": x.tolist(), "alpha": alpha, "middle": float(np.median(walsh)),
                      "low": float(walsh[low]), "high": float(walsh[high + 1])})
    return cases


def quantiles():
    tails = [0.5, 0.2, 0.025, 0.005, 1e-4, 1e-7, 1e-12]
    students = [[p, df, float(stats.t.isf(p / 2, df))] for p in (0.2, 0.05, 0.01, 0.001, 1e-5) for df in (3, 4, 5.5, 9, 14, 29, 149)]
    return {"normal": [[p, float(stats.norm.isf(p))] for p in tails], "student": students}


def crossing(boundaries, shares):
    """The chance that a standard Brownian motion, looked at after these shares, is not beyond any boundary: a rectangle of a normal."""
    t = np.array(shares)
    covariance = np.minimum.outer(t, t) / np.sqrt(np.outer(t, t))
    c = np.array(boundaries)
    return stats.multivariate_normal.cdf(c, cov=covariance, lower_limit=-c, abseps=1e-10, releps=1e-10, maxpts=4_000_000, rng=rng)


def looks():
    """Boundaries that spend alpha as Lan and DeMets' O'Brien-Fleming function does, one root after the other."""
    cases = []
    for alpha, shares in ((0.05, [0.2, 0.4, 0.6, 0.8, 1.0]), (0.01, [0.3, 0.65, 1.0]), (0.05, [0.5, 1.0])):
        z = stats.norm.isf(alpha / 4)
        spent = [4 * stats.norm.sf(z / np.sqrt(t)) for t in shares]
        found = []
        for k in range(len(shares)):
            if k == 0:
                found.append(float(stats.norm.isf(spent[0] / 2)))
                continue
            found.append(float(optimize.brentq(lambda c: 1 - crossing([*found, c], shares[: k + 1]) - spent[k], 1.5, 6, xtol=1e-5)))
        cases.append({"alpha": alpha, "shares": shares, "boundaries": found})
    return cases


# Table of Lan and DeMets' boundaries in Jennison and Turnbull (2000) and in most programs, five even looks at 5 %.
literature = {"alpha": 0.05, "shares": [0.2, 0.4, 0.6, 0.8, 1.0], "boundaries": [4.877, 3.357, 2.68, 2.29, 2.031]}

print(json.dumps({"signedRank": signed_rank(), "quantiles": quantiles(), "looks": [*looks(), literature]}, separators=(",", ":")))
