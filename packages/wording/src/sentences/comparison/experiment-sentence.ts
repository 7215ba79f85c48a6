/** The course and the end of an experiment: its runs by name, its closing sentence. */
import { experimentEndWords, experimentRunWords, sharedFindingWords } from '../../en/search.ts';
import { formatCount } from '../../figures/number.ts';
import { formatRate } from '../../figures/rate.ts';
import { formatShare } from '../../figures/share.ts';

/** The name of an arm without one of its own; `number` from 1. */
export function unnamedArm(number: number): string {
  return experimentRunWords.variant({ number });
}

/** One of the two sides that an A/A experiment runs its variant as; `number` from 1. */
export function sideName(name: string, number: number): string {
  return experimentRunWords.side({ name, number });
}

/** `Run 3 of 6 (keep-alive off)`, of a search with its rate per second. */
export function experimentRunName(number: number, of: number, arm: string, ratePerSecond: number | null): string {
  const figures = { number, of, arm };
  return ratePerSecond === null
    ? experimentRunWords.name(figures)
    : experimentRunWords.nameAtRate({ ...figures, rate: formatRate(ratePerSecond) });
}

/** The remark on a run that does not count, or that ended the experiment; `reason` is its own end's. */
export function experimentRunRemark(kind: 'deleted' | 'stopped' | 'stoppedItself' | 'failed', run: string, reason: string): string {
  return (kind === 'deleted' ? experimentRunWords.deleted({ run }) : experimentRunWords[kind]({ run, reason })).trim();
}

/** The reason why the next run does not wait in the queue yet. */
export function waitsForWorkersSentence(needed: number, online: number): string {
  return experimentRunWords.waitsForWorkers({ needed, count: online });
}

/** A worker of an experiment's crew that another stands in for. */
export function replacedSentence(gone: string, by: string): string {
  return experimentRunWords.replaced({ gone, by });
}

export type ExperimentEnd =
  | { readonly kind: 'noPlan' | 'noTargetCpu' | 'shutDown' | 'stoppedUnattended' }
  /** Nobody was online for so long. */
  | { readonly kind: 'noWorker'; readonly seconds: number }
  /** Fewer of the workers it needs were online for so long. */
  | { readonly kind: 'tooFewWorkers'; readonly needed: number; readonly online: number; readonly seconds: number }
  | { readonly kind: 'noise'; readonly runs: number; readonly noiseFloor: number | null }
  | {
      readonly kind: 'sweep';
      readonly runs: number;
      readonly settings: number;
      readonly knee: string | null;
      /** The limits, other than the target, that held settings back. */
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
      return experimentEndWords[end.kind];
    case 'noise': {
      const { noiseFloor } = end;
      return noiseFloor === null
        ? experimentEndWords.noNoise(counted(end.runs))
        : experimentEndWords.noise({ ...counted(end.runs), share: formatShare(noiseFloor) });
    }
    case 'sweep':
      return [experimentEndWords.sweep({ ...counted(end.runs), settings: formatCount(end.settings) }), end.knee, end.levels]
        .filter(Boolean)
        .join(' ');
    case 'variants':
      return [experimentEndWords.variants(counted(end.runs)), ...(end.undecided ? [experimentEndWords.undecided] : [])].join(' ');
    case 'stopped':
      return experimentEndWords.stopped({ runs: experimentEndWords.runs(counted(end.runs)), of: formatCount(end.of) });
    case 'noWorker':
      return experimentEndWords.noWorker({ seconds: end.seconds });
    case 'tooFewWorkers':
      return experimentEndWords.tooFewWorkers({ needed: end.needed, online: end.online, seconds: end.seconds });
    case 'broken':
      return experimentEndWords.broken({ error: end.error });
  }
}

const counted = (runs: number) => ({ count: runs, text: formatCount(runs) });

/** The findings of shared experiments that have no sentence of their own. */
export type SharedFinding =
  | { readonly kind: 'nothingMeasured' | 'noRate' | 'nothingCompared' }
  | { readonly kind: 'highest'; readonly ratePerSecond: number; readonly variant: string };

export function sharedFinding(finding: SharedFinding): string {
  if (finding.kind !== 'highest') return sharedFindingWords[finding.kind];
  return sharedFindingWords.highest({ rate: formatRate(finding.ratePerSecond), variant: finding.variant });
}

/** The name of a variant whose own name is masked. */
export function maskedVariant(letter: string): string {
  return sharedFindingWords.variant({ letter });
}

export function noSetting(): string {
  return sharedFindingWords.none;
}
