/** i18next with one catalogue a language; English first. Keys are checked by the compiler. */

import type { comparisonText } from '@plimsoll/wording/en/comparison';
import type { launchText } from '@plimsoll/wording/en/launch';
import { en } from '@plimsoll/wording/en/main';
import type { runText } from '@plimsoll/wording/en/run';
import type { shareText } from '@plimsoll/wording/en/share';
import type { teamText } from '@plimsoll/wording/en/team';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: typeof en & typeof comparisonText & typeof launchText & typeof runText & typeof shareText & typeof teamText };
  }
}

void i18next.use(initReactI18next).init({
  lng: 'en',
  fallbackLng: 'en',
  resources: { en: { translation: en } },
  interpolation: { escapeValue: false },
  initAsync: false,
});

/** Text outside components. */
export const t = i18next.t;
