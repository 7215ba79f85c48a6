/** Adds the run page's text to the catalogue. Import it where that text is used. */
import './i18n.ts';
import { runText } from '@plimsoll/wording/en/run';
import { addText } from '@plimsoll/wording/speaker';

addText('en', runText);
