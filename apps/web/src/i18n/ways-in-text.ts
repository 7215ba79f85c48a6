/** Adds the text below the sign-in form to the catalogue. Import it where that text is used. */
import './i18n.ts';
import { waysInText } from '@plimsoll/wording/en/ways-in';
import { addText } from '@plimsoll/wording/speaker';

addText('en', waysInText);
