/** Adds the text of the second factor to the catalogue. Import it where that text is used. */
import './i18n.ts';
import { twoFactorText } from '@plimsoll/wording/en/two-factor';
import { addText } from '@plimsoll/wording/speaker';

addText('en', twoFactorText);
