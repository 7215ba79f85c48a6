/** Adds the text about the target's own resources to the catalogue. Import it where that text is used. */
import './i18n.ts';
import { targetText } from '@plimsoll/wording/en/target';
import { addText } from '@plimsoll/wording/speaker';

addText('en', targetText);
