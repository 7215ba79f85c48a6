/** Adds the launch form's text to the catalogue. Import it before what uses it. */

import { launchText } from '@plimsoll/wording/en/launch';
import i18next from 'i18next';

i18next.addResourceBundle('en', 'translation', launchText, true, true);
