/** What a region is called where nothing beside it says that it is one. */
import { regionNameWords } from '../en/run/region-name.ts';

/** The label of its pool; a link that hides labels has numbers in their place. */
export function regionName(label: string): string {
  return /^(\d+|\?)$/.test(label) ? regionNameWords.numbered({ number: label }) : label;
}
