/** Adds the text of gRPC calls in the launch form to the catalogue. Import it before what uses it. */

import { callText } from '@plimsoll/wording/en/call';
import { addText } from '@plimsoll/wording/speaker';

addText('en', callText);
