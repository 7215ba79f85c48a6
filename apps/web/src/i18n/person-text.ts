/** Adds the text of the page about one's own account to the catalogue. Import it where that text is used. */
import './i18n.ts';
import { personText } from '@plimsoll/wording/en/person';
import { addText } from '@plimsoll/wording/speaker';

addText('en', personText);
