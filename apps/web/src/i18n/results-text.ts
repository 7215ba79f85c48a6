/** Adds the text about result files of other tools to the catalogue. Import it where that text is used. */
import './i18n.ts';
import { resultsText } from '@plimsoll/wording/en/results';
import { addText } from '@plimsoll/wording/speaker';

addText('en', resultsText);
