/** What a region is called where nothing beside it says that it is one. */
import { regionNameWords } from '../en/run/region-name.ts';

/** A link has numbers in the place of labels, and reads `Region 1`. Only of a link: the label of a pool may be a number. */
export function regionName(label: string): string {
  return /^(\d+|\?)$/.test(label) ? regionNameWords.numbered({ number: label }) : label;
}
