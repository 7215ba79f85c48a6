/** Text about loads that are too short for a verdict, in Chinese. */
import type * as en from '../../en/comparison/too-short.ts';
import type { Translation } from '../../words.ts';

export const tooShort: Translation<typeof en.tooShortWords> = {
  says: '{{length}}：得出结论需要 {{least}}。',
  makeLonger: '改为 {{least}}',
};
