/** The reason why a load waits. Other teams' loads are told as a number only. */
import { waitsForWords } from '../en/team/queue.ts';
import { formatHour } from '../figures/date.ts';
import { formatLength } from '../figures/time.ts';

/** Loads that go first; `others`: those of other teams among them. */
export interface Ahead {
  readonly loads: number;
  readonly others: number;
}

export interface Busy {
  /** Those that may make the load. */
  readonly workers: number;
  /** The label of its pool; null: any worker may make it. */
  readonly label: string | null;
  /** The load needs so many at once. */
  readonly needed: number;
  /** It waits for certain workers of several, which make its experiment's runs. */
  readonly pinned: boolean;
  /** Null: with no known end. */
  readonly untilMs: number | null;
  readonly nowMs: number;
  /** IANA; UTC where absent, and then said. */
  readonly timezone: string | undefined;
}

export type Waiting =
  | { readonly kind: 'noWorker' | 'allDrain' | 'workerGone' | 'soon' | 'held' }
  /** At a cap: of its person over all teams, of the installation, of what one target is sent. */
  | { readonly kind: 'heldBack'; readonly by: 'person' | 'installation' | 'target' }
  | { readonly kind: 'noWorkerOfPool'; readonly label: string }
  | { readonly kind: 'tooFewWorkers'; readonly needed: number; readonly online: number; readonly label: string | null }
  /** `seconds`: its pool may take so long. */
  | { readonly kind: 'workersComing' | 'workersLate'; readonly needed: number; readonly online: number; readonly seconds: number }
  | { readonly kind: 'behindExperiment'; readonly name: string; readonly ahead: Ahead | null }
  | { readonly kind: 'cap'; readonly underWay: number; readonly cap: number; readonly ahead: Ahead | null }
  | { readonly kind: 'ahead'; readonly ahead: Ahead }
  | { readonly kind: 'busy'; readonly busy: Busy; readonly ahead: Ahead | null };

export function waitingSentence(waiting: Waiting): string {
  switch (waiting.kind) {
    case 'noWorker':
    case 'allDrain':
    case 'workerGone':
    case 'soon':
    case 'held':
      return waitsForWords[waiting.kind];
    case 'heldBack':
      return waitsForWords.capOf[waiting.by];
    case 'tooFewWorkers':
      return waiting.label === null
        ? waitsForWords.tooFewWorkers({ needed: waiting.needed, count: waiting.online })
        : waitsForWords.tooFewOfPool({ needed: waiting.needed, count: waiting.online, label: waiting.label });
    case 'noWorkerOfPool':
      return waitsForWords.noWorkerOfPool({ label: waiting.label });
    case 'workersComing':
    case 'workersLate': {
      const { needed, online, seconds } = waiting;
      return waitsForWords[waiting.kind]({ needed, online, length: formatLength(seconds * 1000) });
    }
    case 'behindExperiment':
      return withAhead(waitsForWords.behindExperiment({ name: waiting.name }), waiting.ahead);
    case 'cap': {
      const { underWay, cap, ahead } = waiting;
      return withAhead(waitsForWords.cap({ loads: waitsForWords.loads({ count: underWay }), cap }), ahead);
    }
    case 'ahead':
      return waitsForWords.only({ reason: aheadPhrase(waiting.ahead) });
    case 'busy':
      return withAhead(busyPhrase(waiting.busy), waiting.ahead);
  }
}

/** What goes first sets loads apart that wait for the same. */
function withAhead(reason: string, ahead: Ahead | null): string {
  return ahead === null ? waitsForWords.only({ reason }) : waitsForWords.andAhead({ reason, ahead: aheadPhrase(ahead) });
}

function aheadPhrase({ loads, others }: Ahead): string {
  if (others === 0) return waitsForWords.goFirst({ count: loads });
  if (others === loads) return waitsForWords.othersGoFirst({ count: loads });
  return waitsForWords.someOthersGoFirst({ count: loads, others });
}

function busyPhrase(busy: Busy): string {
  const until = untilPhrase(busy);
  const { workers, needed, pinned, label } = busy;
  if (pinned && workers > 1) return (needed > 1 ? waitsForWords.crewBusy : waitsForWords.pinnedBusy)({ until });
  if (needed > 1) return waitsForWords.tooManyBusy({ needed, workers, until });
  if (label !== null) return waitsForWords.poolBusy({ count: workers, label, until });
  if (workers === 1) return waitsForWords.oneBusy({ until });
  return workers === 2 ? waitsForWords.twoBusy({ until }) : waitsForWords.allBusy({ workers, until });
}

/** "23:14", with the day where it is further away; UTC says so, any other zone is the reader's own. */
function untilPhrase({ untilMs, nowMs, timezone }: Busy): string {
  if (untilMs === null) return waitsForWords.openEnd;
  const time = formatHour(new Date(untilMs).toISOString(), nowMs, timezone ?? 'UTC');
  return (timezone === undefined ? waitsForWords.untilUtc : waitsForWords.until)({ time });
}
