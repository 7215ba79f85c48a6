/** Sentences on the capacity that a search found, and on the point where a sweep's throughput levels off. Rates are per second. */
import type { SearchLimit } from '@plimsoll/contracts/limit';
import { capacitySearchWords, kneeWords } from '../../en/search.ts';
import { formatCount, formatSignificant } from '../../figures/number.ts';
import { formatRate } from '../../figures/rate.ts';
import { formatShare } from '../../figures/share.ts';

export type CapacityFinding =
  | { readonly kind: 'givenUp'; readonly tries: number; readonly held: number; readonly confirmed: boolean }
  | { readonly kind: 'nothingYet' }
  | { readonly kind: 'limitedAlways'; readonly limit: SearchLimit }
  | { readonly kind: 'brokeAlways'; readonly broke: number }
  | { readonly kind: 'limitedAbove'; readonly held: number; readonly limit: SearchLimit }
  | { readonly kind: 'heldToTheTop' | 'soFar'; readonly held: number }
  /** `surelyBroke`: the lowest that broke with nothing else to blame; null: none did. */
  | { readonly kind: 'found'; readonly held: number; readonly broke: number; readonly surelyBroke: number | null };

/** Tries that something else than the target disturbed, of all. */
export interface Disturbance {
  readonly tries: number;
  readonly of: number;
  readonly by: 'generator' | 'other_work';
}

interface Beside {
  readonly disturbance?: Disturbance | null;
  /** The most that the plan allows. */
  readonly connections?: number | null;
}

function limitWords(limit: SearchLimit, connections: number | null): string {
  return limit === 'connections' && connections !== null
    ? capacitySearchWords.connections({ count: connections })
    : capacitySearchWords.limit[limit];
}

function disturbanceWords({ tries, of, by }: Disturbance): string {
  return capacitySearchWords.disturbed({ count: tries, of: formatCount(of), by: capacitySearchWords.by[by] });
}

/** A range in place of a figure where what bounds it was disturbed; else the disturbed tries, which were repeated, are told behind it. */
export function capacitySentence(finding: CapacityFinding, { disturbance = null, connections = null }: Beside = {}): string {
  const found = findingSentence(finding, disturbance, connections);
  const told = finding.kind === 'found' && finding.surelyBroke !== finding.broke;
  if (disturbance === null || told || finding.kind === 'nothingYet' || finding.kind === 'soFar') return found;
  return `${found} ${disturbanceWords(disturbance)}.`;
}

function findingSentence(finding: CapacityFinding, disturbance: Disturbance | null, connections: number | null): string {
  switch (finding.kind) {
    case 'givenUp': {
      const figures = { tries: formatCount(finding.tries), held: formatRate(finding.held) };
      return (finding.confirmed ? capacitySearchWords.givenUp : capacitySearchWords.givenUpUnconfirmed)(figures);
    }
    case 'nothingYet':
      return capacitySearchWords.nothingYet;
    case 'limitedAlways':
      return capacitySearchWords.limitedAlways({ limit: limitWords(finding.limit, connections) });
    case 'brokeAlways':
      return capacitySearchWords.brokeAlways({ broke: formatRate(finding.broke) });
    case 'limitedAbove':
      return capacitySearchWords.limitedAbove({ held: formatRate(finding.held), limit: limitWords(finding.limit, connections) });
    case 'heldToTheTop':
    case 'soFar':
      return capacitySearchWords[finding.kind]({ held: formatRate(finding.held) });
    case 'found': {
      const { broke, surelyBroke } = finding;
      const held = formatRate(finding.held);
      if (surelyBroke !== broke && disturbance !== null) {
        const why = disturbanceWords(disturbance);
        if (surelyBroke === null) return capacitySearchWords.atLeast({ held, why });
        return capacitySearchWords.between({ held: formatSignificant(finding.held), broke: formatRate(surelyBroke), why });
      }
      return capacitySearchWords.found({ held, broke: formatRate(broke), precision: formatShare((broke - finding.held) / finding.held) });
    }
  }
}

interface KneeFigures {
  readonly ceilingPerSecond: number;
  /** The setting from which on more brings no more. */
  readonly setting: number;
  /** The last setting tried, and the share of the ceiling that is lost there. */
  readonly last: number;
  readonly decline: number;
  /** A smaller decline counts as level. */
  readonly tolerance: number;
}

export function kneeSentence({ ceilingPerSecond, setting, last, decline, tolerance }: KneeFigures): string {
  const figures = { ceiling: formatRate(ceilingPerSecond), setting: formatCount(setting) };
  return decline > tolerance
    ? kneeWords.falls({ ...figures, share: formatShare(decline), last: formatCount(last) })
    : kneeWords.levels({ ...figures, share: formatShare(tolerance) });
}

/** The knee of one line of a sweep, named by the variant it is at. `limit`: what held it back from there on, if not the target. */
export function variantKneeSentence(variant: string, knee: string, limit: SearchLimit | null): string {
  const found = kneeWords.of({ variant, knee });
  return limit === null ? found : `${found} ${kneeWords.limited({ limit: limitWords(limit, null) })}`;
}
