/** What a share shows of a run's story: one list of figures a kind of finding. */
import { outcomeKinds } from '@plimsoll/contracts/outcome';
import { type Finding, type FindingKind, findingSchema, type Overload, type Story, type StoryStage } from '@plimsoll/contracts/story';
import { listed } from './listed.ts';
import type { Redaction } from './share-redaction.ts';

const publicFigures: Readonly<Record<FindingKind, readonly string[]>> = {
  sent_left_planned: ['plannedPerSecond', 'sentPerSecond', 'slotsBusy', 'limit'],
  goodput_ceiling: ['goodPerSecond', 'low', 'high', 'plannedPerSecond'],
  first_connection_error: ['outcome', 'count'],
  first_error_status: ['status', 'count', 'secondsAfterConnectionError'],
  failing_fast: ['failedTimeUs', 'goodTimeUs', 'failedShare', 'sentShare', 'heldBackBefore'],
  goodput_dip: ['goodPerSecond', 'usualPerSecond', 'seconds', 'recovered', 'dips'],
  recovered: ['from', 'afterSeconds', 'goodPerSecond'],
  backlog_burst: ['goodPerSecond', 'plannedPerSecond', 'backlog'],
  resource_saturated: ['resource', 'share'],
  keep_alive_ignored: ['closedByTarget', 'opened', 'requestsPerConnection'],
  concurrency_bound: ['slots', 'serviceTimeUs', 'mostPerSecond'],
};
/** Metrics that a source names otherwise may say what machine it is. */
const publicResources = ['cpu'];

const only = <Value>(values: Readonly<Record<string, Value>>, names: readonly string[]): Record<string, Value> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));

function sharedFinding({ kind, second, figures, text }: Finding, redaction: Redaction): Finding {
  return findingSchema.parse({ kind, second, figures: only<unknown>(figures, publicFigures[kind]), text: redaction.text(text) });
}

function sharedStage(stage: StoryStage): StoryStage {
  return {
    ...listed(stage, ['name', 'fromSecond', 'toSecond', 'plannedPerSecond', 'sentPerSecond', 'goodPerSecond', 'failedPerSecond']),
    ...listed(stage, ['p50Us', 'p95Us', 'p99Us', 'statuses']),
    counts: listed(stage.counts, ['planned', 'sent', 'dropped', 'done', 'failed']),
    outcomes: listed(stage.outcomes, outcomeKinds),
    resources: stage.resources && only(stage.resources, publicResources),
  };
}

function sharedOverload(overload: Overload, { text }: Redaction): Overload {
  return {
    ...listed(overload, ['manner', 'goodPerSecond', 'p95Us', 'p95BeforeUs']),
    text: text(overload.text),
    curve: overload.curve.map((step) => listed(step, ['plannedPerSecond', 'goodPerSecond', 'p95Us'])),
  };
}

export function sharedStory(story: Story, redaction: Redaction): Story {
  return {
    ...listed(story, ['ceilingPerSecond', 'recoverySeconds']),
    findings: story.findings.map((one) => sharedFinding(one, redaction)),
    stages: story.stages.map(sharedStage),
    overload: story.overload && sharedOverload(story.overload, redaction),
  };
}
