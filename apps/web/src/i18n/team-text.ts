/** Adds the team page's text to the catalogue. Import it where that text is used. */
import i18next from 'i18next';
import './i18n.ts';
import { teamText } from '@plimsoll/wording/en/team';

i18next.addResourceBundle('en', 'translation', teamText, true, true);
