/** Text of the sample pair that a team with nothing of its own is shown; fetched with it. */
import { words } from '../words.ts';

export const sampleWords = words('sample', {
  sample: 'Sample',
  text: 'Two runs of the built-in demo target, with keep-alive and without, measured on {{day}} by the makers of Plimsoll. They count in no figure of your team.',
  share: 'See the comparison as a shared page',
  base: 'See the run with keep-alive',
  candidate: 'See the run without',
  remove: 'Remove the sample',
});
