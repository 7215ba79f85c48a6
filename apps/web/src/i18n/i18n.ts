/** i18next with one catalogue a language; English first. Keys are checked by the compiler. */
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { en } from './en.ts';
import type { comparisonText } from './en-comparison.ts';
import type { launchText } from './en-launch.ts';
import type { runText } from './en-run.ts';
import type { shareText } from './en-share.ts';
import type { teamText } from './en-team.ts';

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
