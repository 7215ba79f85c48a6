/** Adds the text about the spread of times to the catalogue. Import it where that text is used. */
import './i18n.ts';
import { latencyText } from '@plimsoll/wording/en/latency';
import { addText } from '@plimsoll/wording/speaker';

addText('en', latencyText);
