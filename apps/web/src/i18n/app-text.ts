/** Adds the text of what stands behind the sign-in, and of shared pages. Import it where that text is used first. */
import './i18n.ts';
import { appText } from '@plimsoll/wording/en/app';
import { addText } from '@plimsoll/wording/speaker';

addText('en', appText);
