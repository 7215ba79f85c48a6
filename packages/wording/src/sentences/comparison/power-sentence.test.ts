import { expect, it } from 'vitest';
import { powerSentence } from './power-sentence.ts';

const power = { detectable: 0.014, after: 300, needed: 521, from: 'experiment' } as const;
const plain = (text: string) => text.replace(/\u00a0/g, ' ');

it.each([
  [power, 0.01, false, 'This setup will see changes of 1.4 % in 5 min; 1 % needs 9 min. The plan’s latest experiment tells it.'],
  [{ ...power, from: 'itself' as const }, 0.02, false, 'This setup will see changes of 1.4 % in 5 min.'],
  [{ ...power, needed: null, from: null }, 0.001, false, 'This setup will see changes of 1.4 % in 5 min; 0.1 % needs more than a day.'],
  [power, 0.01, true, 'It could have seen changes of 1.4 % in its 5 min; 1 % would have needed 9 min.'],
  [power, 0.02, true, 'It could have seen changes of 1.4 % in its 5 min.'],
  [power, 0.03, true, 'It could have seen changes of 1.4 % in its 5 min; within 1.50 % they are called no difference.'],
  [{ ...power, after: 95 }, 0.02, true, 'It could have seen changes of 1.4 % in its 1 min 35 s.'],
  [null, 0.03, false, 'Its first 20 s will tell how small a change it sees.'],
])('of %j, asked for %s', (known, detect, over, said) => {
  expect(plain(powerSentence(known, detect, over))).toBe(said);
});
