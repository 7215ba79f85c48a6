/** Adds the text about a window of seconds to the catalogue. Import it where that text is used. */
import './i18n.ts';
import { windowText } from '@plimsoll/wording/en/window';
import { addText } from '@plimsoll/wording/speaker';

addText('en', windowText);
