/** Adds the launch form's text to the catalogue. Import it before what uses it. */

import { launchText } from '@plimsoll/wording/en/launch';
import { addText } from '@plimsoll/wording/speaker';

addText('en', launchText);
