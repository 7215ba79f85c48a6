/** Adds the run page's text to the catalogue. Import it where that text is used. */
import i18next from 'i18next';
import './i18n.ts';
import { runText } from '@plimsoll/wording/en/run';

i18next.addResourceBundle('en', 'translation', runText, true, true);
