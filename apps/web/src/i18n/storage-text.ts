/** Adds the text about stored samples to the catalogue. Import it where that text is used. */
import './i18n.ts';
import { storageText } from '@plimsoll/wording/en/storage';
import { addText } from '@plimsoll/wording/speaker';

addText('en', storageText);
