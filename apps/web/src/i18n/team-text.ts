/** Adds the team page's text to the catalogue. Import it where that text is used. */
import i18next from 'i18next';
import './i18n.ts';
import { teamText } from './en-team.ts';

i18next.addResourceBundle('en', 'translation', teamText, true, true);
