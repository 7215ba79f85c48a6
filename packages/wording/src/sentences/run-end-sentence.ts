/** The end of a run, as the reason of its state says it. */
import type { RunEnding } from '@plimsoll/contracts/run-ending';
import { countedBy } from '../counted-as.ts';
import { importedWords } from '../en/plan/import.ts';
import { storeErrorWords } from '../en/run/failure.ts';
import { runEndWords } from '../en/run/run-end.ts';
import { formatCount } from '../figures/number.ts';
import { isSaid } from '../words.ts';
import { planPlace, storeSentence } from './failure-sentence.ts';
import { paragraph, regionsPhrase } from './list.ts';
import { capProblem } from './refusal/cap-problems.ts';
import { issueSentence, refusalSentence } from './refusal/refusal-sentence.ts';

export function runEndSentence(end: RunEnding): string {
  const counted = 'calls' in end || 'sockets' in end ? countedBy(end) : {};
  switch (end.kind) {
    case 'dataRowsUsed':
      return runEndWords.dataRowsUsed({ count: end.rows, text: formatCount(end.rows) });
    case 'requestsSent':
      return runEndWords.requestsSent({ ...counted, count: end.requests, text: formatCount(end.requests) });
    case 'stagesDone':
    case 'stoppedBefore':
    case 'otherStopped':
    case 'controlLost':
    case 'shutDown':
    case 'samplesNotTaken':
    case 'notOverInTime':
    case 'stopped':
    case 'loadControlLost':
    case 'threadEnded':
    case 'deadlineMissed':
      return runEndWords[end.kind];
    case 'timeOver': {
      const { duration, requests } = end;
      return requests === null
        ? runEndWords.timeOver({ duration })
        : runEndWords.timeOverBeforeRequests({ ...counted, duration, requests: formatCount(requests) });
    }
    case 'thresholdBroken':
      return runEndWords.thresholdBroken({ threshold: end.threshold, seconds: formatCount(end.seconds) });
    case 'onlyConnectionErrors':
      return runEndWords.onlyConnectionErrors({ seconds: end.seconds, errors: formatCount(end.errors) });
    case 'mostlyErrors': {
      const { seconds, failed, finished } = end;
      return runEndWords.mostlyErrors({ ...counted, seconds, failed: formatCount(failed), finished: formatCount(finished) });
    }
    case 'notAllJoined':
    case 'notAllSetUp':
      return runEndWords[end.kind]({ came: end.came, of: end.of, seconds: end.seconds });
    case 'processEnded':
      return end.last === ''
        ? runEndWords.processEnded({ how: end.how })
        : runEndWords.processEndedSaying({ how: end.how, last: end.last });
    case 'generatorFailed':
    case 'setUpFailed':
    case 'threadFailed':
    case 'connectionsNotClosed':
      return runEndWords[end.kind]({ error: end.error });
    case 'workerLost':
      if (end.regions) return runEndWords.workersOfRegionsLost(regionsPhrase(end.regions));
      return end.of === 1 ? runEndWords.workerLost : runEndWords.oneWorkerLost({ of: end.of });
    case 'silent':
    case 'otherSilent':
    case 'otherSilentBefore':
    case 'stopUnanswered':
      return runEndWords[end.kind]({ seconds: end.seconds });
    case 'startedLate':
      return runEndWords.startedLate({ late: Math.ceil(end.lateMs) });
    case 'refused':
      return refusalSentence(end.refusal);
    case 'overCaps':
      return paragraph(end.over.map((over) => capProblem(over).message));
    case 'notOpened':
      return isSaid(storeErrorWords, end.code) ? storeSentence(end.code, end.values) : end.code;
    case 'unreadablePlan': {
      const problem = issueSentence({ message: end.code, values: end.values });
      return storeSentence('unreadable_plan', { place: planPlace(end.field), problem });
    }
    case 'imported':
      return importedWords.ended({ tool: end.tool });
    case 'legacy':
      return end.text;
    case 'ofGenerator': {
      const { number, of, region } = end;
      const said = { number, of, reason: runEndSentence(end.ending) };
      return region ? runEndWords.ofGeneratorOfRegion({ ...said, region }) : runEndWords.ofGenerator(said);
    }
    case 'notComputed':
      return runEndWords.notComputed({ reason: runEndSentence(end.ending), error: end.error });
  }
}
