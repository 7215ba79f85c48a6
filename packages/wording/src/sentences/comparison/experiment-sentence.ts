/** How an experiment went and ended: its runs by name, its closing sentence. */
import { searchText } from '../../en/search.ts';
import { formatCount } from '../../figures/number.ts';
import { formatRate } from '../../figures/rate.ts';
import { formatShare } from '../../figures/share.ts';
import { speakerOf } from '../../speaker.ts';

const say = speakerOf(searchText);

/** The name of an arm without one of its own; `number` from 1. */
export function unnamedArm(number: number): string {
  return say('experimentRun.variant', { number });
}

/** One of the two sides that an A/A experiment runs its variant as; `number` from 1. */
export function sideName(name: string, number: number): string {
  return say('experimentRun.side', { name, number });
}

/** `Run 3 of 6 (keep-alive off)`, of a search with its rate per second. */
export function experimentRunName(number: number, of: number, arm: string, ratePerSecond: number | null): string {
  const figures = { number, of, arm };
  return ratePerSecond === null
    ? say('experimentRun.name', figures)
    : say('experimentRun.nameAtRate', { ...figures, rate: formatRate(ratePerSecond) });
}

/** What is said of a run that does not count, or that ended the experiment; `reason` is its own end's. */
export function experimentRunRemark(kind: 'deleted' | 'stopped' | 'stoppedItself' | 'failed', run: string, reason: string): string {
  return (kind === 'deleted' ? say('experimentRun.deleted', { run }) : say(`experimentRun.${kind}`, { run, reason })).trim();
}

/** Why the next run does not wait in the queue yet. */
export function waitsForWorkersSentence(needed: number, online: number): string {
  return say('experimentRun.waitsForWorkers', { needed, count: online });
}

/** A worker of an experiment's crew that another stands in for. */
export function replacedSentence(gone: string, by: string): string {
  return say('experimentRun.replaced', { gone, by });
}

export type ExperimentEnd =
  | { readonly kind: 'noPlan' | 'noTargetCpu' | 'shutDown' | 'stoppedUnattended' }
  /** Nobody was online for so long. */
  | { readonly kind: 'noWorker'; readonly seconds: number }
  /** Of the workers it needs no more were online for so long. */
  | { readonly kind: 'tooFewWorkers'; readonly needed: number; readonly online: number; readonly seconds: number }
  | { readonly kind: 'noise'; readonly runs: number; readonly noiseFloor: number | null }
  | {
      readonly kind: 'sweep';
      readonly runs: number;
      readonly settings: number;
      readonly knee: string | null;
      /** What held settings back that the target did not. */
      readonly levels: string | null;
    }
  | { readonly kind: 'variants'; readonly runs: number; readonly undecided: boolean }
  | { readonly kind: 'stopped'; readonly runs: number; readonly of: number }
  | { readonly kind: 'broken'; readonly error: string };

export function experimentEndSentence(end: ExperimentEnd): string {
  switch (end.kind) {
    case 'noPlan':
    case 'noTargetCpu':
    case 'shutDown':
    case 'stoppedUnattended':
      return say(`experimentEnd.${end.kind}`);
    case 'noise': {
      const { noiseFloor } = end;
      return noiseFloor === null
        ? say('experimentEnd.noNoise', counted(end.runs))
        : say('experimentEnd.noise', { ...counted(end.runs), share: formatShare(noiseFloor) });
    }
    case 'sweep':
      return [say('experimentEnd.sweep', { ...counted(end.runs), settings: formatCount(end.settings) }), end.knee, end.levels]
        .filter(Boolean)
        .join(' ');
    case 'variants':
      return [say('experimentEnd.variants', counted(end.runs)), ...(end.undecided ? [say('experimentEnd.undecided')] : [])].join(' ');
    case 'stopped':
      return say('experimentEnd.stopped', { runs: say('experimentEnd.runs', counted(end.runs)), of: formatCount(end.of) });
    case 'noWorker':
      return say('experimentEnd.noWorker', { seconds: end.seconds });
    case 'tooFewWorkers':
      return say('experimentEnd.tooFewWorkers', { needed: end.needed, online: end.online, seconds: end.seconds });
    case 'broken':
      return say('experimentEnd.broken', { error: end.error });
  }
}

const counted = (runs: number) => ({ count: runs, text: formatCount(runs) });

/** What a shared experiment found that has no sentence of its own. */
export type SharedFinding =
  | { readonly kind: 'nothingMeasured' | 'noRate' | 'nothingCompared' }
  | { readonly kind: 'highest'; readonly ratePerSecond: number; readonly variant: string };

export function sharedFinding(finding: SharedFinding): string {
  if (finding.kind !== 'highest') return say(`sharedFinding.${finding.kind}`);
  return say('sharedFinding.highest', { rate: formatRate(finding.ratePerSecond), variant: finding.variant });
}

/** What a variant is called where its name is masked. */
export function maskedVariant(letter: string): string {
  return say('sharedFinding.variant', { letter });
}

export function noSetting(): string {
  return say('sharedFinding.none');
}
