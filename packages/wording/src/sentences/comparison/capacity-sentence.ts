/** What a capacity search found, and where a sweep's throughput levels off. Rates are per second. */
import { searchText } from '../../en/search.ts';
import { formatCount } from '../../figures/number.ts';
import { formatRate } from '../../figures/rate.ts';
import { formatShare } from '../../figures/share.ts';
import { speakerOf } from '../../speaker.ts';

const say = speakerOf(searchText);

export type CapacityFinding =
  | { readonly kind: 'givenUp'; readonly tries: number; readonly held: number; readonly confirmed: boolean }
  | { readonly kind: 'limitedAlways' | 'nothingYet' }
  | { readonly kind: 'brokeAlways'; readonly broke: number }
  | { readonly kind: 'limitedAbove' | 'heldToTheTop' | 'soFar'; readonly held: number }
  | { readonly kind: 'found'; readonly held: number; readonly broke: number };

export function capacitySentence(finding: CapacityFinding): string {
  switch (finding.kind) {
    case 'givenUp': {
      const figures = { tries: formatCount(finding.tries), held: formatRate(finding.held) };
      return say(finding.confirmed ? 'capacitySearch.givenUp' : 'capacitySearch.givenUpUnconfirmed', figures);
    }
    case 'limitedAlways':
    case 'nothingYet':
      return say(`capacitySearch.${finding.kind}`);
    case 'brokeAlways':
      return say('capacitySearch.brokeAlways', { broke: formatRate(finding.broke) });
    case 'limitedAbove':
    case 'heldToTheTop':
    case 'soFar':
      return say(`capacitySearch.${finding.kind}`, { held: formatRate(finding.held) });
    case 'found': {
      const { held, broke } = finding;
      return say('capacitySearch.found', {
        held: formatRate(held),
        broke: formatRate(broke),
        precision: formatShare((broke - held) / held),
      });
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

/** The knee of one line of a sweep, named by the variant it is at. */
export function variantKneeSentence(variant: string, knee: string): string {
  return say('knee.of', { variant, knee });
}
