/**
 * What a share shows: built field by field from an allow-list, so that what nobody named here never goes out. Headers,
 * bodies, credentials, query values, notes, error examples and the generator's host are on no list.
 */
import type { Arm, Candidate, Comparison, ComparisonResult, PlanDifference } from '@plimsoll/contracts/comparison';
import type { Curve } from '@plimsoll/contracts/curve';
import type { Resources } from '@plimsoll/contracts/resources';
import { type Run, unjudged, type Validity } from '@plimsoll/contracts/run';
import type { Point } from '@plimsoll/contracts/sample';
import type { Hideable, SharedComparison, SharedContent } from '@plimsoll/contracts/share';
import type { Story } from '@plimsoll/contracts/story';
import type { MetricDelta } from '@plimsoll/contracts/verdict';
import { namedArms, sentenceOfArms } from '@plimsoll/wording/named-arms';
import { clientName } from '@plimsoll/wording/names';
import { buildRedaction, masked, type Redaction } from './share-redaction.ts';
import {
  sharedArmResources,
  sharedCurve,
  sharedError,
  sharedMetric,
  sharedPoint,
  sharedResources,
  sharedSummary,
  sharedThreshold,
  sharedWhole,
} from './shared-figures.ts';
import { sharedStory } from './shared-story.ts';

export function sharedValidity(validity: Validity | null, { text }: Redaction): Validity | null {
  // Advice is for those who can run it again.
  return (
    validity && {
      stamp: validity.stamp,
      reasons: validity.reasons.map(text),
      ...unjudged,
      limit: validity.limit ?? null,
      evidence: validity.evidence,
      otherWork: validity.otherWork,
    }
  );
}

export type SharedRun = Extract<SharedContent, { kind: 'run' }>;

export interface RunToShare {
  readonly run: Run;
  readonly points: Point[];
  readonly curve: Curve;
  readonly story: Story;
  readonly resources: Resources;
}

export function shareRun({ run, points, curve, story, resources }: RunToShare, hide: readonly Hideable[]): SharedRun {
  const redaction = buildRedaction([run.plan], hide);
  const plan = redaction.plan(run.plan, run.tags);
  const { environment } = run;
  return {
    kind: 'run',
    title: plan.name,
    plan,
    run: {
      state: run.state,
      stateReason: run.stateReason === null ? null : redaction.text(run.stateReason),
      validity: sharedValidity(run.validity, redaction),
      thresholds: run.thresholds.map((one) => sharedThreshold(one, redaction)),
      summary: run.summary && sharedSummary(run.summary, redaction),
      startedAt: run.startedAt,
      endedAt: run.endedAt,
    },
    points: points.map((point) => sharedPoint(point, redaction)),
    curve: sharedCurve(curve),
    story: sharedStory(story, redaction),
    resources: sharedResources(resources),
    versions: environment && {
      node: environment.node,
      client: clientName(environment),
      plimsoll: environment.plimsoll,
      cores: environment.cores,
      cpuModel: environment.cpuModel,
    },
  };
}

const shownDifferences =
  /^load\.|^connection\.(?!tls\.)|^connection\.tls\.verify$|^(warmup|timeout|errorStatuses|requestOrder|generators|target\.method)$|^requests\[[^\]]*\]\.(method|weight)$|^environment\.(cpuModel|cores|memoryBytes|node|client|protocol|plimsoll|threads)$/;
/** Of what a request holds, what kind of thing differs: not which header, which value it extracts, whose name it gives. */
const ofRequest = /^((?:target|requests\[[^\]]*\])\.\w+)/;

const ofUrl = /^(?:target|requests\[[^\]]*\])(?:\.url)?$/;

/** A difference outside the allow-list is named, its values are not. */
function sharedDifference(difference: PlanDifference, redaction: Redaction): PlanDifference {
  const { kind } = difference;
  const field = ofRequest.exec(difference.field)?.[1] ?? difference.field;
  const show = (value: string | null) => {
    if (value === null) return null;
    // A request that one plan only has: its method and URL.
    const [, before = '', url = ''] = /^((?:[A-Z]+ )?)((?:http|grpc)s?:.*)$/.exec(value) ?? [];
    if (ofUrl.test(field)) return URL.canParse(url) ? `${before}${redaction.url(url)}` : masked;
    if (field === 'requests') return value.split(', ').map(redaction.request).join(', ');
    return shownDifferences.test(field) ? value : masked;
  };
  return { field: redaction.text(field), kind, base: show(difference.base), candidate: show(difference.candidate) };
}

/** The same difference of several headers is one. */
function sharedDifferences(differences: readonly PlanDifference[], redaction: Redaction): PlanDifference[] {
  const shown = differences.map((one) => sharedDifference(one, redaction));
  return shown.filter((one, at) => shown.findIndex((other) => other.field === one.field) === at);
}

function sharedArm(arm: Arm, redaction: Redaction): Arm {
  return {
    runs: arm.runs.map(({ id, name, startedAt, validity, summary }) => ({
      id,
      name: redaction.name(name),
      startedAt,
      validity: sharedValidity(validity, redaction),
      summary: sharedSummary(summary, redaction),
    })),
    // Charts of several arms show the whole: each request's part would only make the page heavier.
    points: arm.points.map(sharedWhole),
    curve: sharedCurve(arm.curve),
    stageSeconds: arm.stageSeconds,
    resources: arm.resources && sharedArmResources(arm.resources),
  };
}

function sharedCandidate(candidate: Candidate, redaction: Redaction): Candidate {
  const { grade, differences, sentence } = candidate.comparability;
  const metrics = (list: readonly MetricDelta[]) => list.map((metric) => sharedMetric(metric, redaction));
  return {
    ...sharedArm(candidate, redaction),
    comparability: { grade, differences: sharedDifferences(differences, redaction), sentence: redaction.text(sentence) },
    metrics: metrics(candidate.metrics),
    byRequest: candidate.byRequest.map((one) => ({ name: redaction.request(one.name), in: one.in, metrics: metrics(one.metrics) })),
    errors: candidate.errors.map(sharedError),
    sentence: redaction.text(candidate.sentence),
  };
}

export function sharedResult(
  { base, candidates, window, noiseFloor, minimumEffect }: ComparisonResult,
  redaction: Redaction,
): ComparisonResult {
  const shown = {
    base: sharedArm(base, redaction),
    candidates: candidates.map((one) => sharedCandidate(one, redaction)),
    noiseFloor,
    minimumEffect,
  };
  // Several arms go by their names, which may be hidden by now.
  return { ...shown, window: window && { from: window.from, to: window.to }, sentence: sentenceOfArms(namedArms(shown)) };
}

export interface ComparisonToShare {
  readonly comparison: ComparisonResult & Pick<Comparison, 'title'>;
  /** The first run of each arm. */
  readonly base: Run;
  readonly candidates: readonly Run[];
}

export function shareComparison({ comparison, base, candidates }: ComparisonToShare, hide: readonly Hideable[]): SharedComparison {
  const redaction = buildRedaction(
    [base, ...candidates].map(({ plan }) => plan),
    hide,
  );
  const plan = ({ plan: own, tags }: Run) => redaction.plan(own, tags);
  return {
    kind: 'comparison',
    title: redaction.name(comparison.title),
    basePlan: plan(base),
    candidatePlans: candidates.map(plan),
    comparison: sharedResult(comparison, redaction),
  };
}
