import { afterEach, expect, test } from 'vitest';
import { addLanguage, speakTo } from '../words.ts';
import { chinese } from '../zh/chinese.ts';
import { cronSentence } from './cron-sentence.ts';

afterEach(() => speakTo(() => 'en'));

test.each([
  ['* * * * *', 'Every minute', '每分钟'],
  ['*/15 * * * *', 'Every 15 minutes', '每 15 分钟'],
  ['5 * * * *', 'Every hour at :05', '每小时第 05 分'],
  ['0 */6 * * *', 'Every 6 hours at :00', '每 6 小时，在第 00 分'],
  ['0 3 * * *', 'Daily at 03:00', '每天 03:00'],
  ['30 3,15 * * *', 'Daily at 03:30, 15:30', '每天 03:30、15:30'],
  ['0 6 * * 1-5', 'Monday to Friday at 06:00', '星期一至星期五 06:00'],
  ['0 3 * * 0', 'Sunday at 03:00', '星期日 03:00'],
  ['0 3 * * 7,3', 'Sunday, Wednesday at 03:00', '星期日、星期三 03:00'],
  ['0 3 1,15 * *', 'On day 1, 15 of each month at 03:00', '每月 1、15 日 03:00'],
])('%s is said as %s', (cron, inEnglish, inChinese) => {
  expect(cronSentence(cron)).toBe(inEnglish);
  addLanguage('zh', chinese);
  speakTo(() => 'zh');
  expect(cronSentence(cron)).toBe(inChinese);
});

// A step that does not divide the hour or the day is not "every n"; a day of the month and of the week together is either of them.
test.each(['*/7 * * * *', '0 */5 * * *', '0 3 1 * 1', '0 3 * 6 *', '0-5 3 * * *', '0 3 L * *', '0 3 * * MON', '0 3'])(
  '%s stands for itself',
  (cron) => expect(cronSentence(cron)).toBeNull(),
);
