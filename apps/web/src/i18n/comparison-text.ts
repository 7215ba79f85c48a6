/** Adds the text of comparisons and experiments to the catalogue. Import it where that text is used. */
import './i18n.ts';
import { comparisonText } from '@plimsoll/wording/en/comparison';
import { addText } from '@plimsoll/wording/speaker';

addText('en', comparisonText);
