/** Adds the text of the tools that shape a load to the catalogue. Import it before what uses it. */

import { shapeText } from '@plimsoll/wording/en/shape';
import { addText } from '@plimsoll/wording/speaker';

addText('en', shapeText);
