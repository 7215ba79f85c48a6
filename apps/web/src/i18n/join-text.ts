/** Adds the text of the pages that lead a person in to the catalogue. Import it where that text is used. */
import './i18n.ts';
import { joinText } from '@plimsoll/wording/en/join';
import { addText } from '@plimsoll/wording/speaker';

addText('en', joinText);
