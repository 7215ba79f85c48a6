/** Why a run's figures are to be read with care: one sentence a finding, each with its number. */
import type { OutcomeKind } from '@plimsoll/contracts/outcome';
import type { GeneratorRemedy } from '@plimsoll/contracts/run';
import { validityText } from '../en/run/validity.ts';
import { formatCount } from '../figures/number.ts';
import { formatShare } from '../figures/share.ts';
import { formatUs } from '../figures/time.ts';
import { nameOf } from '../names.ts';
import { speakerOf } from '../speaker.ts';
import { listed, secondsPhrase } from './list.ts';

const say = speakerOf(validityText);

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
      /** Of a run whose generator was its limit: what would help, how many generators it has, and its HTTP client where that was the limit. */
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
      return say(finding.afterWarmup ? 'validityReason.nothingAfterWarmup' : 'validityReason.nothing');
    case 'unanswered': {
      const outcomes = listed(
        finding.outcomes.map((outcome) => nameOf(`outcome.${outcome}`).toLocaleLowerCase()),
        'and',
      );
      return say('validityReason.unanswered', { requests: formatCount(finding.requests), outcomes });
    }
    case 'shortfall':
      return shortfall(finding);
    case 'late':
      return lateness(finding);
    case 'loop_busy': {
      const { share, limit, limits } = finding;
      const figures = { share: formatShare(share), limit: formatShare(limit), ...over(finding) };
      if (limits === null) return say('validityReason.loopBusy', figures);
      const { client } = limits;
      const lead = client ? say('validityReason.clientIsTheLimit', { ...figures, client }) : say('validityReason.loopIsTheLimit', figures);
      return [lead, ...remedies(limits)].join(' ');
    }
    case 'cpu':
      return say('validityReason.cpu', { share: formatShare(finding.share), limit: formatShare(finding.limit), ...over(finding) });
    case 'loop_held_up':
      return say('validityReason.loopHeldUp', { delay: formatUs(finding.delayUs), limit: formatUs(finding.limitUs), ...over(finding) });
    case 'other_work':
      return say('validityReason.otherWork', { share: formatShare(finding.share) });
    case 'throttled':
      return say('validityReason.throttled', over(finding));
    case 'missing':
    case 'partial': {
      const { kind, which, of } = finding;
      return say(`validityReason.${kind}`, { missing: formatCount(which.length), of: formatCount(of), seconds: secondsPhrase(which) });
    }
    case 'clock':
      return say('validityReason.clock', { jump: formatUs(finding.jumpMs * 1000), second: finding.second });
    case 'imported':
      return say('validityReason.imported', { tool: finding.tool });
    case 'worker_lost':
      return say('validityReason.workerLost');
  }
}

/** What stands where an invalid run gives no reason. */
export function unfitReason(): string {
  return say('validityReason.unfit');
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
  return say(strained ? 'validityReason.shortfallStrained' : 'validityReason.shortfallFree', figures);
}

function lateness({ latenessUs, limitUs, freeSeconds, seconds }: Of<'late'>): string {
  const figures = { lateness: formatUs(latenessUs), limit: formatUs(limitUs) };
  if (freeSeconds >= seconds) return say('validityReason.late', figures);
  return say('validityReason.lateInSome', { ...figures, free: formatCount(freeSeconds), of: formatCount(seconds) });
}

function remedies({ advice, generators }: { readonly advice: readonly GeneratorRemedy[]; readonly generators: number }): string[] {
  if (advice.length === 0) return [];
  const names = advice.map((remedy) =>
    remedy === 'generators' ? say('remedyAdvice.generators', { generators: generators + 1 }) : say(`remedyAdvice.${remedy}`),
  );
  return [say('remedyAdvice.furtherWith', { remedies: listed(names, 'or') })];
}
