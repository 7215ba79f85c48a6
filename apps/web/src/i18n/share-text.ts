/** Adds the text of shared links and badges to the catalogue. Import it where that text is used. */
import './i18n.ts';
import { shareText } from '@plimsoll/wording/en/share';
import { addText } from '@plimsoll/wording/speaker';

addText('en', shareText);
