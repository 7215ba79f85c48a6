/** What a capacity search found, and where a sweep's throughput levels off. Rates are per second. */
import type { SearchLimit } from '@plimsoll/contracts/experiment';
import { searchText } from '../../en/search.ts';
import { formatCount, formatSignificant } from '../../figures/number.ts';
import { formatRate } from '../../figures/rate.ts';
import { formatShare } from '../../figures/share.ts';
import { speakerOf } from '../../speaker.ts';

const say = speakerOf(searchText);

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
    ? say('capacitySearch.connections', { count: connections })
    : say(`capacitySearch.limit.${limit}`);
}

function disturbanceWords({ tries, of, by }: Disturbance): string {
  return say('capacitySearch.disturbed', { count: tries, of: formatCount(of), by: say(`capacitySearch.by.${by}`) });
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
      return say(finding.confirmed ? 'capacitySearch.givenUp' : 'capacitySearch.givenUpUnconfirmed', figures);
    }
    case 'nothingYet':
      return say('capacitySearch.nothingYet');
    case 'limitedAlways':
      return say('capacitySearch.limitedAlways', { limit: limitWords(finding.limit, connections) });
    case 'brokeAlways':
      return say('capacitySearch.brokeAlways', { broke: formatRate(finding.broke) });
    case 'limitedAbove':
      return say('capacitySearch.limitedAbove', { held: formatRate(finding.held), limit: limitWords(finding.limit, connections) });
    case 'heldToTheTop':
    case 'soFar':
      return say(`capacitySearch.${finding.kind}`, { held: formatRate(finding.held) });
    case 'found': {
      const { broke, surelyBroke } = finding;
      const held = formatRate(finding.held);
      if (surelyBroke !== broke && disturbance !== null) {
        const why = disturbanceWords(disturbance);
        if (surelyBroke === null) return say('capacitySearch.atLeast', { held, why });
        return say('capacitySearch.between', { held: formatSignificant(finding.held), broke: formatRate(surelyBroke), why });
      }
      return say('capacitySearch.found', { held, broke: formatRate(broke), precision: formatShare((broke - finding.held) / finding.held) });
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
    ? say('knee.falls', { ...figures, share: formatShare(decline), last: formatCount(last) })
    : say('knee.levels', { ...figures, share: formatShare(tolerance) });
}

/** The knee of one line of a sweep, named by the variant it is at. `limit`: what held it back from there on, if not the target. */
export function variantKneeSentence(variant: string, knee: string, limit: SearchLimit | null): string {
  const found = say('knee.of', { variant, knee });
  return limit === null ? found : `${found} ${say('knee.limited', { limit: limitWords(limit, null) })}`;
}
