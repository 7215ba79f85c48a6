/** Adds the text of the audit log to the catalogue. Import it where that text is used. */
import './i18n.ts';
import { auditText } from '@plimsoll/wording/en/audit';
import { addText } from '@plimsoll/wording/speaker';

addText('en', auditText);
