/** Adds the text about gRPC calls and their messages to the catalogue. Import it where that text is used. */
import './i18n.ts';
import { callsText } from '@plimsoll/wording/en/calls';
import { addText } from '@plimsoll/wording/speaker';

addText('en', callsText);
