/** Adds the text of comparisons and experiments to the catalogue. Import it where that text is used. */
import i18next from 'i18next';
import './i18n.ts';
import { comparisonText } from '@plimsoll/wording/en/comparison';

i18next.addResourceBundle('en', 'translation', comparisonText, true, true);
