/**
 * The parts of a share. Only fields that are marked public in their schemas go out: headers, bodies, credentials, query values, notes,
 * error examples and the generator's host have no mark.
 */
import { type Comparison, type ComparisonResult, comparisonResultSchema, type PlanDifference } from '@plimsoll/contracts/comparison';
import type { Curve } from '@plimsoll/contracts/curve';
import { maskedSecret as masked } from '@plimsoll/contracts/problem';
import { showPublic } from '@plimsoll/contracts/public';
import type { RegionLine } from '@plimsoll/contracts/region-line';
import type { Resources } from '@plimsoll/contracts/resources';
import type { Run } from '@plimsoll/contracts/run';
import type { Point } from '@plimsoll/contracts/sample';
import { type Hideable, type SharedComparison, type SharedContent, sharedRunSchema } from '@plimsoll/contracts/share';
import type { Story } from '@plimsoll/contracts/story';
import { comparisonSentence } from '@plimsoll/wording/named-arms';
import { clientName } from '@plimsoll/wording/names';
import { leanArm, withoutSourceNames } from './lean-parts.ts';
import { buildRedaction, type Redaction, type RedactionOptions } from './share-redaction.ts';

export type SharedRun = Extract<SharedContent, { kind: 'run' }>;

export interface RunToShare {
  readonly run: Run;
  readonly points: Point[];
  readonly regions?: RegionLine[];
  readonly curve: Curve;
  readonly story: Story;
  readonly resources: Resources;
}

export function shareRun(
  { run, points, regions, curve, story, resources }: RunToShare,
  hide: readonly Hideable[],
  options: RedactionOptions = {},
): SharedRun {
  const redaction = buildRedaction([run.plan], hide, options);
  const plan = redaction.plan(run.plan, run.tags);
  const { environment } = run;
  const { shape } = sharedRunSchema;
  return {
    kind: 'run',
    title: plan.name,
    plan,
    run: showPublic(shape.run, run, redaction),
    points: showPublic(shape.points, points, redaction),
    ...(regions && { regions: showPublic(shape.regions, regions, redaction) }),
    curve: showPublic(shape.curve, curve, redaction),
    story: showPublic(shape.story, story, redaction),
    resources: showPublic(shape.resources, withoutSourceNames(resources), redaction),
    versions: showPublic(shape.versions, environment && { ...environment, client: clientName(environment) }, redaction),
  };
}

const shownDifferences =
  /^load\.|^connection\.(?!tls\.)|^connection\.tls\.verify$|^(warmup|timeout|errorStatuses|requestOrder|generators|target\.method)$|^requests\[[^\]]*\]\.(method|weight)$|^environment\.(cpuModel|cores|memoryBytes|node|client|protocol|plimsoll|threads)$/;
/** The kinds of differences between requests: not which header, which value it extracts, whose name it gives. */
const ofRequest = /^((?:target|requests\[[^\]]*\])\.\w+)/;

const kindOfField = (field: string) => ofRequest.exec(field)?.[1] ?? field;

const ofUrl = /^(?:target|requests\[[^\]]*\])(?:\.url)?$/;

/** A difference outside the allow-list is named, its values are not. */
function sharedDifference(difference: PlanDifference, redaction: Redaction): PlanDifference {
  const { kind, codes } = difference;
  const field = kindOfField(difference.field);
  const show = (value: string | null) => {
    if (value === null) return null;
    // A request that one plan only has: its method and URL.
    const [, before = '', url = ''] = /^((?:[A-Z]+ )?)((?:http|grpc)s?:.*)$/.exec(value) ?? [];
    if (ofUrl.test(field)) return URL.canParse(url) ? `${before}${redaction.url(url)}` : masked;
    if (field === 'requests') return value.split(', ').map(redaction.request).join(', ');
    // Regions go by labels of pools, which are the operator's own affair.
    if (field === 'generators' && value.startsWith('[') && !redaction.regionsNamed) return masked;
    return shownDifferences.test(field) ? value : masked;
  };
  const [base, candidate] = (['base', 'candidate'] as const).map((side) =>
    codes?.[side]?.kind === 'none' ? null : show(difference[side]),
  );
  const shown = { field: redaction.text(field), kind, base: base ?? null, candidate: candidate ?? null };
  const length = (side: 'base' | 'candidate') => (codes?.[side]?.kind === 'cutShort' ? codes[side] : null);
  return length('base') || length('candidate') ? { ...shown, codes: { base: length('base'), candidate: length('candidate') } } : shown;
}

/** The same difference of several headers is one. */
function sharedDifferences(differences: readonly PlanDifference[], redaction: Redaction): PlanDifference[] {
  const shown = differences.map((one) => sharedDifference(one, redaction));
  return shown.filter((one, at) => shown.findIndex((other) => other.field === one.field) === at);
}

export function sharedResult(result: ComparisonResult, redaction: Redaction): ComparisonResult {
  const candidates = result.candidates.map((one) => {
    const differences = sharedDifferences(one.comparability.differences, redaction);
    const { code } = one.comparability;
    const shown = code && { ...code, settings: [...new Set(code.settings.map(kindOfField))] };
    return { ...leanArm(one), comparability: { ...one.comparability, differences, code: shown } };
  });
  return showPublic(comparisonResultSchema, { ...result, base: leanArm(result.base), candidates }, redaction);
}

export interface ComparisonToShare {
  readonly comparison: ComparisonResult & Pick<Comparison, 'title'>;
  /** The first run of each arm. */
  readonly base: Run;
  readonly candidates: readonly Run[];
}

export function shareComparison(
  { comparison, base, candidates }: ComparisonToShare,
  hide: readonly Hideable[],
  options: RedactionOptions = {},
): SharedComparison {
  const plans = [base, ...candidates].map((run) => run.plan);
  const redaction = buildRedaction(plans, hide, options);
  const plan = ({ plan: own, tags }: Run) => redaction.plan(own, tags);
  const shown = sharedResult(comparison, redaction);
  return {
    kind: 'comparison',
    title: redaction.name(comparison.title),
    basePlan: plan(base),
    candidatePlans: candidates.map(plan),
    // Its arms go by their names, which may be hidden by now.
    comparison: { ...shown, sentence: comparisonSentence(shown) },
  };
}
