/** Text about loads that are too short for a verdict; apart, since the form of a run needs no more about comparisons. */
import { words } from '../../words.ts';

export const tooShortWords = words('tooShort', {
  says: '{{length}}: a verdict needs {{least}}.',
  makeLonger: 'Make it {{least}}',
});
