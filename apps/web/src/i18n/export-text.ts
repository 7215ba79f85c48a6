/** Adds the text of the menu of files to the catalogue. Import it where that text is used. */
import './i18n.ts';
import { exportText } from '@plimsoll/wording/en/export';
import { addText } from '@plimsoll/wording/speaker';

addText('en', exportText);
