/** The reasons to read a run's figures with care: one sentence a finding, each with its number. */
import type { OutcomeKind } from '@plimsoll/contracts/outcome';
import type { GeneratorRemedy } from '@plimsoll/contracts/validity';
import { outcomeWords } from '../en/names.ts';
import { remedyAdviceWords, validityReasonWords } from '../en/run/validity.ts';
import { formatCount } from '../figures/number.ts';
import { formatShare } from '../figures/share.ts';
import { formatUs } from '../figures/time.ts';
import { listed, secondsPhrase } from './list.ts';

/** `seconds` of `of` measured seconds were over the limit. */
interface Over {
  readonly seconds: number;
  readonly of: number;
}

/** Shares are fractions; times are in the unit of their name. */
export type ValidityFinding =
  | { readonly kind: 'nothing'; readonly afterWarmup: boolean }
  /** `outcomes`: how the requests ended, the most frequent first. */
  | { readonly kind: 'unanswered'; readonly requests: number; readonly outcomes: readonly OutcomeKind[] }
  | {
      readonly kind: 'shortfall';
      readonly share: number;
      readonly fromSecond: number;
      readonly toSecond: number;
      readonly sent: number;
      readonly planned: number;
      /** Were all connections busy while the generator itself was short of time? Else some were free. */
      readonly strained: boolean;
    }
  | { readonly kind: 'late'; readonly latenessUs: number; readonly limitUs: number; readonly freeSeconds: number; readonly seconds: number }
  | ({
      readonly kind: 'loop_busy';
      readonly share: number;
      readonly limit: number;
      /** For a run whose generator was its limit: the remedies, the number of its generators, and its HTTP client where that was the limit. */
      readonly limits: { readonly advice: readonly GeneratorRemedy[]; readonly generators: number; readonly client: string | null } | null;
    } & Over)
  | ({ readonly kind: 'cpu'; readonly share: number; readonly limit: number } & Over)
  | ({ readonly kind: 'loop_held_up'; readonly delayUs: number; readonly limitUs: number } & Over)
  /** `share`: of the machine's cores. */
  | { readonly kind: 'other_work'; readonly share: number }
  | ({ readonly kind: 'throttled' } & Over)
  | { readonly kind: 'missing' | 'partial'; readonly which: readonly number[]; readonly of: number }
  | { readonly kind: 'clock'; readonly jumpMs: number; readonly second: number }
  | { readonly kind: 'imported'; readonly tool: string }
  | { readonly kind: 'worker_lost' };

export function validityReason(finding: ValidityFinding): string {
  switch (finding.kind) {
    case 'nothing':
      return finding.afterWarmup ? validityReasonWords.nothingAfterWarmup : validityReasonWords.nothing;
    case 'unanswered': {
      const outcomes = listed(
        finding.outcomes.map((outcome) => outcomeWords[outcome].toLocaleLowerCase()),
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
      return [lead, ...remedies(limits)].join(' ');
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
      return validityReasonWords.workerLost;
  }
}

/** The reason of an invalid run that gives none. */
export function unfitReason(): string {
  return validityReasonWords.unfit;
}

type Of<Kind> = Extract<ValidityFinding, { readonly kind: Kind }>;

const over = ({ seconds, of }: Over) => ({ seconds: formatCount(seconds), of: formatCount(of) });

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
