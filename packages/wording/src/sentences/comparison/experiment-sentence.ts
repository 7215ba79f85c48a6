/** The course and the end of an experiment: its runs by name, its closing sentence. */
import type { ExperimentRemark, StepName } from '@plimsoll/contracts/experiment-remark';
import { experimentEndWords, experimentRunWords, sharedFindingWords } from '../../en/search.ts';
import { formatCount } from '../../figures/number.ts';
import { formatRate } from '../../figures/rate.ts';
import { formatChange, formatLeastChange } from '../../figures/share.ts';
import { paragraph, regionsPhrase } from '../list.ts';
import { runEndSentence } from '../run-end-sentence.ts';
import { capacitySentence, kneeSentence, laterSentence } from './capacity-sentence.ts';
import { levelsSentence } from './level-words.ts';

/** `Run 3 of 6 (keep-alive off)`, of a search with its rate per second. */
function stepName({ number, of, arm, rate }: StepName): string {
  const named = arm.name ?? experimentRunWords.variant({ number: arm.number });
  const figures = { number, of, arm: arm.side ? experimentRunWords.side({ name: named, number: arm.number }) : named };
  return rate === null ? experimentRunWords.name(figures) : experimentRunWords.nameAtRate({ ...figures, rate: formatRate(rate) });
}

/** How an experiment stands, or how it ended. */
export function remarksSentence(remarks: readonly ExperimentRemark[]): string {
  return paragraph(remarks.map(remarkSentence));
}

export function remarkSentence(remark: ExperimentRemark): string {
  switch (remark.kind) {
    case 'runDeleted':
      return experimentRunWords.deleted({ run: stepName(remark.run) });
    case 'runStopped':
    case 'runStoppedItself':
    case 'runFailed': {
      const reason = remark.ending === null ? '' : runEndSentence(remark.ending);
      return experimentRunWords[runKinds[remark.kind]]({ run: stepName(remark.run), reason }).trim();
    }
    case 'waitsForWorkers': {
      const { needed, online, regions } = remark;
      if (regions) return experimentRunWords.waitsForRegions({ needed, ...regionsPhrase(regions) });
      return experimentRunWords.waitsForWorkers({ needed, count: online });
    }
    case 'replaced':
      return experimentRunWords.replaced({ gone: remark.gone, by: remark.by });
    case 'disturbance':
      return experimentRunWords[remark.disturbed ? (remark.asked ? 'disturbedAsked' : 'disturbed') : 'undisturbed']({
        variant: remark.variant,
        share: formatChange(remark.share),
      });
    case 'restartFailed':
      return experimentRunWords.restartFailed[remark.because]({ round: remark.round, status: remark.status ?? 0, seconds: remark.seconds });
    case 'silentAfterRestart':
      return experimentRunWords.silentAfterRestart(remark);
    case 'longerBurnIn':
      return experimentRunWords.longerBurnIn(remark);
    case 'workerLost':
      return experimentRunWords.workerLost({ worker: remark.worker, by: remark.by });
    case 'noPlan':
    case 'noTargetCpu':
    case 'shutDown':
    case 'stoppedUnattended':
      return experimentEndWords[remark.kind];
    case 'noise': {
      const { noiseFloor } = remark;
      return noiseFloor === null
        ? experimentEndWords.noNoise(counted(remark.runs))
        : experimentEndWords.noise({ ...counted(remark.runs), share: formatLeastChange(noiseFloor) });
    }
    case 'sweep':
      return experimentEndWords.sweep({ ...counted(remark.runs), settings: formatCount(remark.settings) });
    case 'knee':
      return kneeSentence(remark.knee);
    case 'firstLater':
      return laterSentence(remark.later);
    case 'levels':
      return levelsSentence(remark.levels, remark.names) ?? '';
    case 'capacity':
      return capacitySentence(remark.capacity);
    case 'variants':
      return paragraph([experimentEndWords.variants(counted(remark.runs)), ...(remark.undecided ? [experimentEndWords.undecided] : [])]);
    case 'stopped':
      return experimentEndWords.stopped({ runs: experimentEndWords.runs(counted(remark.runs)), of: formatCount(remark.of) });
    case 'noWorker':
      return experimentEndWords.noWorker({ seconds: remark.seconds });
    case 'tooFewWorkers': {
      const { needed, online, seconds, regions } = remark;
      if (regions) return experimentEndWords.tooFewOfRegions({ needed, seconds, ...regionsPhrase(regions) });
      return experimentEndWords.tooFewWorkers({ needed, online, seconds });
    }
    case 'broken':
      return experimentEndWords.broken({ error: remark.error });
    case 'ended':
      return runEndSentence(remark.ending);
    case 'legacy':
      return remark.text;
  }
}

const runKinds = { runStopped: 'stopped', runStoppedItself: 'stoppedItself', runFailed: 'failed' } as const;

const counted = (runs: number) => ({ count: runs, text: formatCount(runs) });

/** The findings of shared experiments that have no sentence of their own. */
export function sharedFinding(kind: 'nothingMeasured' | 'noRate' | 'nothingCompared'): string {
  return sharedFindingWords[kind];
}

/** The name of a variant whose own name is masked. */
export function maskedVariant(letter: string): string {
  return sharedFindingWords.variant({ letter });
}

export function noSetting(): string {
  return sharedFindingWords.none;
}
