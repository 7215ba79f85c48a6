/** Adds the text of plans that cannot be read whole to the catalogue. Import it where that text is used. */
import './i18n.ts';
import { unreadableText } from '@plimsoll/wording/en/unreadable';
import { addText } from '@plimsoll/wording/speaker';

addText('en', unreadableText);
