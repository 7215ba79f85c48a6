/** Adds the text about members, invitations and roles to the catalogue. Import it where that text is used. */
import './i18n.ts';
import { membersText } from '@plimsoll/wording/en/members';
import { addText } from '@plimsoll/wording/speaker';

addText('en', membersText);
