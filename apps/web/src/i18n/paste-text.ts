/** Adds the text of the dialog that takes a command to the catalogue. Import it before what uses it. */

import { pasteText } from '@plimsoll/wording/en/paste';
import { addText } from '@plimsoll/wording/speaker';

addText('en', pasteText);
