"""Makes golden.json: reference values computed with SciPy and NumPy, independently of the TypeScript they check.

Run: pip install numpy==2.4.6 scipy==1.17.1 && python3 make_golden.py > golden.json, then biome check --write golden.json
"""
import json

import numpy as np
from scipy import stats

rng = np.random.default_rng(20260101)


def student():
    dfs = [1, 2, 2.5, 3, 3.7, 4, 5, 7.3, 10, 15.5, 20, 30, 60, 120, 1000]
    return [[df, float(stats.t.ppf(0.975, df))] for df in dfs]


def quantiles():
    cases = []
    for n in (1, 2, 7, 100):
        values = np.sort(rng.normal(size=n)).round(6)
        cases.append({"values": values.tolist(), "shares": [0, 0.025, 0.3, 0.5, 0.975, 1],
                      "expected": np.quantile(values, [0, 0.025, 0.3, 0.5, 0.975, 1]).tolist()})
    return cases


def holm():
    """Holm's step-down from its definition: adjusted p = running maximum of (m - rank) * p, rejected at 0.05."""
    cases = []
    for _ in range(6):
        p = np.round(rng.uniform(0, 0.06, size=7) ** 1.6, 6)
        order = np.argsort(p)
        adjusted = np.maximum.accumulate((len(p) - np.arange(len(p))) * p[order])
        rejected = np.empty(len(p), dtype=bool)
        rejected[order] = adjusted <= 0.05
        cases.append({"p": p.tolist(), "rejected": rejected.tolist()})
    return cases


def blocks():
    """Circular block bootstrap of one run: spread of ln(throughput), ln(p50) and ln(p90) over 20 000 draws by brute force."""
    n, block, draws = 60, 5, 20000
    level = stats.norm.rvs(size=n, random_state=rng) * 0.1
    for i in range(1, n):
        level[i] = 0.5 * level[i - 1] + level[i]
    seconds = [np.sort(np.maximum(1, np.round(20000 * np.exp(level[i] + 0.4 * rng.normal(size=int(rng.integers(20, 40))))))).astype(int)
               for i in range(n)]
    figures = np.empty((draws, 3))
    for d in range(draws):
        starts = rng.integers(0, n, size=n // block)
        drawn = np.concatenate([seconds[(s + k) % n] for s in starts for k in range(block)])
        figures[d] = [len(drawn) / n, *np.quantile(drawn, [0.5, 0.9], method="inverted_cdf")]
    logs = np.log(figures)
    return {"seconds": [s.tolist() for s in seconds], "draws": draws, "sd": logs.std(axis=0).tolist(),
            "low": np.quantile(logs, 0.025, axis=0).tolist(), "high": np.quantile(logs, 0.975, axis=0).tolist()}


def scipy_bootstrap():
    """Uncorrelated seconds with blocks of one: scipy.stats.bootstrap's percentile interval of the mean is the same thing."""
    counts = rng.poisson(200, size=80)
    result = stats.bootstrap((counts,), np.mean, n_resamples=20000, method="percentile", random_state=rng)
    return {"counts": counts.tolist(), "low": float(result.confidence_interval.low), "high": float(result.confidence_interval.high)}


def divisive():
    """First split of E-divisive (Matteson and James 2014, alpha = 1) by its definition, over every split and right end."""
    cases = []
    for means in ([10] * 12, [10] * 8 + [12] * 8, [10] * 6 + [13] * 6 + [10] * 6, [10] * 15 + [10.4] * 15):
        x = np.round(np.array(means) + rng.normal(size=len(means)) * 0.3, 4)
        best = (-1.0, 0, 0)
        for tau in range(2, len(x) - 1):
            for kappa in range(tau + 2, len(x) + 1):
                a, b = x[:tau], x[tau:kappa]
                between = np.abs(a[:, None] - b[None, :]).mean() * 2
                within_a = np.abs(a[:, None] - a[None, :])[np.triu_indices(len(a), 1)].mean()
                within_b = np.abs(b[:, None] - b[None, :])[np.triu_indices(len(b), 1)].mean()
                q = len(a) * len(b) / (len(a) + len(b)) * (between - within_a - within_b)
                if q > best[0] + 1e-12:
                    best = (float(q), tau, kappa)
        cases.append({"values": x.tolist(), "statistic": best[0], "split": best[1]})
    return cases


print(json.dumps({"student": student(), "quantiles": quantiles(), "holm": holm(), "blocks": blocks(), "scipyBootstrap": scipy_bootstrap(),
                  "divisive": divisive()}, separators=(",", ":")))
