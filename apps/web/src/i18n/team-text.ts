/** Adds the team page's text to the catalogue. Import it where that text is used. */
import './i18n.ts';
import { teamText } from '@plimsoll/wording/en/team';
import { addText } from '@plimsoll/wording/speaker';

addText('en', teamText);
