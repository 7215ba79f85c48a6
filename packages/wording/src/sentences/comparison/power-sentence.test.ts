import { afterEach, expect, it } from 'vitest';
import { addLanguage, speakTo } from '../../words.ts';
import { chinese } from '../../zh/chinese.ts';
import { powerSentence } from './power-sentence.ts';

afterEach(() => speakTo(() => 'en'));

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
  [
    { ...power, of: 'firstTokenTime.p50' as const },
    0.01,
    true,
    'It could have seen changes of 1.4 % (p50 TTFT) in its 5 min; 1 % would have needed 9 min.',
  ],
  [
    { ...power, of: 'firstMessageTime.p50' as const },
    0.02,
    false,
    'This setup will see changes of 1.4 % (p50 time to first message) in 5 min. The plan’s latest experiment tells it.',
  ],
  [null, 0.03, false, 'Its first 20 s will tell how small a change it sees.'],
])('of %j, asked for %s', (known, detect, over, said) => {
  expect(plain(powerSentence(known, detect, over))).toBe(said);
});

it('names the median that decides in Chinese, too', () => {
  addLanguage('zh', chinese);
  speakTo(() => 'zh');
  expect(plain(powerSentence({ ...power, of: 'firstTokenTime.p50' }, 0.02, true))).toBe(
    '它在 5 min 内本可看出 TTFT 首 token 时间 p50 1.4 % 的变化。',
  );
});
