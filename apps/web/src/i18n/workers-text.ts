/** Adds the text about workers to the catalogue. Import it where that text is used. */
import './i18n.ts';
import { workersText } from '@plimsoll/wording/en/workers';
import { addText } from '@plimsoll/wording/speaker';

addText('en', workersText);
