/** Text of mails. The web does not load it. */
import { words } from '../../words.ts';

export const mailWords = words('mail', {
  invitation: {
    subject: '{{inviter}} invites you to {{team}} on Plimsoll',
    text: '{{inviter}} invites you to the team "{{team}}" on Plimsoll, as {{role}}.\n\nOpen this link to join:\n{{url}}\n\nThe link is for you alone. If you do not know {{inviter}}, ignore this mail.\n',
  },
  reset: {
    subject: 'A new password for Plimsoll',
    text: 'Open this link to set a new password:\n{{url}}\n\nIt works once. If you did not ask for it, ignore this mail: your password stays as it is.\n',
  },
  addressChanged: {
    subject: 'Your Plimsoll account has another e-mail address',
    text: 'Your account on Plimsoll has another e-mail address from now on.\n\nIf it was not you who changed it, tell an admin of your team at once.\n',
  },
  role: { owner: 'owner', admin: 'admin', editor: 'editor', viewer: 'viewer' },
});
