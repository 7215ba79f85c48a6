/** The reasons to read a run's figures with care: one sentence a finding, each with its number. */
import type { Validity } from '@plimsoll/contracts/validity';
import type { GeneratorRemedy, ValidityFinding } from '@plimsoll/contracts/validity-finding';
import { outcomeWords } from '../en/names.ts';
import { remedyAdviceWords, validityReasonWords } from '../en/run/validity.ts';
import { formatCount } from '../figures/number.ts';
import { formatShare } from '../figures/share.ts';
import { formatUs } from '../figures/time.ts';
import { insideSentence } from '../run-state.ts';
import { listed, paragraph, regionsPhrase, secondsPhrase } from './list.ts';

/** The validity with its reasons in the language of who reads it. */
export function sayValidity(validity: Omit<Validity, 'reasons'>): Validity {
  return { ...validity, reasons: validity.findings.map(validityReason) };
}

/** The same of a stored one, which a version before stored with its reasons. */
export function sayKnown(validity: Validity): Validity {
  return (validity.findings ?? []).length > 0 ? sayValidity(validity) : validity;
}

export function validityReason(finding: ValidityFinding): string {
  switch (finding.kind) {
    case 'nothing':
      return finding.afterWarmup ? validityReasonWords.nothingAfterWarmup : validityReasonWords.nothing;
    case 'unanswered': {
      const outcomes = listed(
        finding.outcomes.map((outcome) => insideSentence(outcomeWords[outcome])),
        'and',
      );
      return validityReasonWords.unanswered({ requests: formatCount(finding.requests), outcomes });
    }
    case 'shortfall':
      return shortfall(finding);
    case 'late':
      return lateness(finding);
    case 'loop_busy': {
      const { share, limit, limits } = finding;
      const figures = { share: formatShare(share), limit: formatShare(limit), ...over(finding) };
      if (limits === null) return validityReasonWords.loopBusy(figures);
      const { client } = limits;
      const lead = client ? validityReasonWords.clientIsTheLimit({ ...figures, client }) : validityReasonWords.loopIsTheLimit(figures);
      return paragraph([lead, ...remedies(limits)]);
    }
    case 'cpu':
      return validityReasonWords.cpu({ share: formatShare(finding.share), limit: formatShare(finding.limit), ...over(finding) });
    case 'loop_held_up':
      return validityReasonWords.loopHeldUp({ delay: formatUs(finding.delayUs), limit: formatUs(finding.limitUs), ...over(finding) });
    case 'other_work':
      return validityReasonWords.otherWork({ share: formatShare(finding.share) });
    case 'throttled':
      return validityReasonWords.throttled(over(finding));
    case 'missing':
    case 'partial': {
      const { kind, which, of } = finding;
      return validityReasonWords[kind]({ missing: formatCount(which.length), of: formatCount(of), seconds: secondsPhrase(which) });
    }
    case 'clock':
      return validityReasonWords.clock({ jump: formatUs(finding.jumpMs * 1000), second: finding.second });
    case 'imported':
      return validityReasonWords.imported({ tool: finding.tool });
    case 'worker_lost':
      return finding.regions ? validityReasonWords.workersOfRegionsLost(regionsPhrase(finding.regions)) : validityReasonWords.workerLost;
    case 'generator_lost': {
      const { region, lost = 1 } = finding;
      const counted = { count: lost, text: formatCount(lost) };
      return region ? validityReasonWords.generatorOfRegionLost({ ...counted, region }) : validityReasonWords.generatorLost(counted);
    }
    case 'connections_not_closed': {
      const { region } = finding;
      return region ? validityReasonWords.connectionsOfRegionNotClosed({ region }) : validityReasonWords.connectionsNotClosed;
    }
    case 'legacy':
      return finding.text;
  }
}

/** The reason of an invalid run that gives none. */
export function unfitReason(): string {
  return validityReasonWords.unfit;
}

type Of<Kind> = Extract<ValidityFinding, { readonly kind: Kind }>;

const over = ({ seconds, of }: Of<'throttled'> | Of<'cpu'> | Of<'loop_busy'> | Of<'loop_held_up'>) => ({
  seconds: formatCount(seconds),
  of: formatCount(of),
});

function shortfall({ share, fromSecond, toSecond, sent, planned, strained }: Of<'shortfall'>): string {
  const figures = {
    share: formatShare(share),
    from: fromSecond,
    to: toSecond,
    sent: formatCount(sent),
    planned: formatCount(planned),
  };
  return (strained ? validityReasonWords.shortfallStrained : validityReasonWords.shortfallFree)(figures);
}

function lateness({ latenessUs, limitUs, freeSeconds, seconds }: Of<'late'>): string {
  const figures = { lateness: formatUs(latenessUs), limit: formatUs(limitUs) };
  if (freeSeconds >= seconds) return validityReasonWords.late(figures);
  return validityReasonWords.lateInSome({ ...figures, free: formatCount(freeSeconds), of: formatCount(seconds) });
}

function remedies({ advice, generators }: { readonly advice: readonly GeneratorRemedy[]; readonly generators: number }): string[] {
  if (advice.length === 0) return [];
  const names = advice.map((remedy) =>
    remedy === 'generators' ? remedyAdviceWords.generators({ generators: generators + 1 }) : remedyAdviceWords[remedy],
  );
  return [remedyAdviceWords.furtherWith({ remedies: listed(names, 'or') })];
}
