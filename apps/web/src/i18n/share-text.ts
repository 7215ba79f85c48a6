/** Adds the text of shared links and badges to the catalogue. Import it where that text is used. */
import i18next from 'i18next';
import './i18n.ts';
import { shareText } from '@plimsoll/wording/en/share';

i18next.addResourceBundle('en', 'translation', shareText, true, true);
