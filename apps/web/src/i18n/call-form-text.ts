/** Adds the text of gRPC calls in the launch form to the catalogue. Import it before what uses it. */

import { callFormText } from '@plimsoll/wording/en/call-form';
import { addText } from '@plimsoll/wording/speaker';

addText('en', callFormText);
