/** Adds the launch form's text to the catalogue. Import it before what uses it. */
import i18next from 'i18next';
import { launchText } from './en-launch.ts';

i18next.addResourceBundle('en', 'translation', launchText, true, true);
