/**
 * What a share shows: built field by field from an allow-list, so that what nobody named here never goes out. Headers,
 * bodies, query values, notes, error examples and the generator's host are on no list.
 */
import type { Comparison, PlanDifference } from '@plimsoll/contracts/comparison';
import type { Plan } from '@plimsoll/contracts/plan';
import { planUrl, requestsOf } from '@plimsoll/contracts/requests';
import type { Curve, Run, Summary, Validity } from '@plimsoll/contracts/run';
import type { Point } from '@plimsoll/contracts/sample';
import type { Hideable, SharedContent, SharedPlan } from '@plimsoll/contracts/share';

const masked = '•••';
type Hidden = ReadonlySet<Hideable>;
type Redact = (text: string) => string;

/** The URL with its query values masked, and its host and path where the sharer wants it. */
export function maskUrl(text: string, hidden: Hidden): string {
  const url = new URL(text);
  const host = hidden.has('host') ? masked : url.host;
  const path = hidden.has('path') ? (url.pathname === '/' ? '/' : `/${masked}`) : url.pathname;
  const names = hidden.has('path') ? [] : [...url.searchParams.keys()];
  const query = names.map((name) => `${name}=${masked}`).join('&');
  return `${url.protocol}//${host}${path}${query === '' ? '' : `?${query}`}`;
}

/** How it connects, field by field: certificates, keys and the name asked for in the TLS handshake stay at home. */
function sharedConnection(connection: Plan['connection']): SharedPlan['connection'] {
  const { protocol, keepAlive, pipelining, streams, maxRequestsPerConnection, maxConnectionAge, dns, tls } = connection;
  return {
    protocol,
    keepAlive,
    pipelining,
    streams,
    maxRequestsPerConnection,
    maxConnectionAge,
    dns,
    tls: { verify: tls.verify, ca: null, serverName: null, clientCertificate: null },
  };
}

/** Takes what must not be read out of plain sentences: the host, the path and the query of every target URL. */
function redactor(plans: readonly Plan[], hidden: Hidden): Redact {
  const words = plans.flatMap(urlsAndNames).flatMap(({ url, serverName }) => {
    const host = hidden.has('host') ? [url.host, url.hostname, serverName ?? url.host] : [];
    const path = hidden.has('path') && url.pathname !== '/' ? [url.pathname] : [];
    return [...host, ...path, ...[...url.searchParams.values()].filter((value) => value.length > 3)];
  });
  const longestFirst = [...new Set(words)].sort((a, b) => b.length - a.length);
  return (text) => longestFirst.reduce((left, word) => left.replaceAll(word, masked), text);
}

function urlsAndNames(plan: Plan) {
  return requestsOf(plan).map(({ url }) => ({ url: new URL(url), serverName: plan.connection.tls.serverName }));
}

function sharedPlan(plan: Plan, tags: Run['tags'], hidden: Hidden): SharedPlan {
  return {
    name: hidden.has('name') ? masked : plan.name,
    method: requestsOf(plan)[0].method,
    url: maskUrl(planUrl(plan), hidden),
    connection: sharedConnection(plan.connection),
    load: plan.load,
    warmup: plan.warmup,
    timeout: plan.timeout,
    thresholds: plan.thresholds,
    tags: hidden.has('tags') ? {} : tags,
  };
}

function sharedSummary(summary: Summary): Summary {
  return { ...summary, errors: summary.errors.map(({ kind, count }) => ({ kind, count, example: null })) };
}

function sharedValidity(validity: Validity | null, redact: Redact): Validity | null {
  return validity && { stamp: validity.stamp, reasons: validity.reasons.map(redact) };
}

export interface RunToShare {
  readonly run: Run;
  readonly points: Point[];
  readonly curve: Curve;
}

export function shareRun({ run, points, curve }: RunToShare, hide: readonly Hideable[]): SharedContent {
  const hidden = new Set(hide);
  const redact = redactor([run.plan], hidden);
  const plan = sharedPlan(run.plan, run.tags, hidden);
  const { environment } = run;
  return {
    kind: 'run',
    title: plan.name,
    plan,
    run: {
      state: run.state,
      stateReason: run.stateReason === null ? null : redact(run.stateReason),
      validity: sharedValidity(run.validity, redact),
      thresholds: run.thresholds,
      summary: run.summary && sharedSummary(run.summary),
      startedAt: run.startedAt,
      endedAt: run.endedAt,
    },
    points,
    curve,
    versions: environment && {
      node: environment.node,
      undici: environment.undici,
      plimsoll: environment.plimsoll,
      cores: environment.cores,
      cpuModel: environment.cpuModel,
    },
  };
}

const shownDifferences =
  /^load\.|^connection\.(?!tls\.)|^connection\.tls\.verify$|^(warmup|timeout|errorStatuses|target\.method|checks)$|^environment\.(cpuModel|cores|memoryBytes|node|undici|plimsoll|threads)$/;

/** A difference outside the allow-list is named, its values are not; of headers not even the name. */
function sharedDifference(difference: PlanDifference, hidden: Hidden): PlanDifference {
  const { kind } = difference;
  const field = difference.field.startsWith('target.headers.') ? 'target.headers' : difference.field;
  const show = (value: string | null) => {
    if (value === null) return null;
    if (field === 'target.url' && URL.canParse(value)) return maskUrl(value, hidden);
    return shownDifferences.test(field) && field !== 'checks' ? value : masked;
  };
  return { field, kind, base: show(difference.base), candidate: show(difference.candidate) };
}

export interface ComparisonToShare {
  readonly comparison: Comparison;
  readonly base: Run;
  readonly candidate: Run;
}

export function shareComparison({ comparison, base, candidate }: ComparisonToShare, hide: readonly Hideable[]): SharedContent {
  const hidden = new Set(hide);
  const redact = redactor([base.plan, candidate.plan], hidden);
  const arm = (from: Comparison['base']): Comparison['base'] => ({
    runs: from.runs.map(({ id, name, startedAt, validity, summary }) => ({
      id,
      name: hidden.has('name') ? masked : name,
      startedAt,
      validity: sharedValidity(validity, redact),
      summary: sharedSummary(summary),
    })),
    points: from.points,
    curve: from.curve,
  });
  const { grade, differences, sentence } = comparison.comparability;
  return {
    kind: 'comparison',
    title: hidden.has('name') ? masked : comparison.title,
    basePlan: sharedPlan(base.plan, base.tags, hidden),
    candidatePlan: sharedPlan(candidate.plan, candidate.tags, hidden),
    comparison: {
      base: arm(comparison.base),
      candidate: arm(comparison.candidate),
      comparability: { grade, differences: differences.map((each) => sharedDifference(each, hidden)), sentence: redact(sentence) },
      noiseFloor: comparison.noiseFloor,
      minimumEffect: comparison.minimumEffect,
      metrics: comparison.metrics,
      byRequest: comparison.byRequest,
      errors: comparison.errors,
      sentence: redact(comparison.sentence),
    },
  };
}
