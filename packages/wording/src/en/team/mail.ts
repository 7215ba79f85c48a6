/** Text of mails. The web does not load it. */
import { words } from '../../words.ts';

export const mailWords = words('mail', {
  invitation: {
    subject: '{{inviter}} invites you to {{team}} on Plimsoll',
    text: '{{inviter}} invites you to the team "{{team}}" on Plimsoll, as {{role}}.\n\nOpen this link to join:\n{{url}}\n\nThe link is for you alone. If you do not know {{inviter}}, ignore this mail.\n',
  },
  reset: {
    subject: 'Set a new password for Plimsoll',
    text_one:
      'Open this link to set a new password:\n{{url}}\n\nIt works once, for {{count}} hour. If you did not ask for it, ignore this mail: your password stays as it is.\n',
    text_other:
      'Open this link to set a new password:\n{{url}}\n\nIt works once, for {{count}} hours. If you did not ask for it, ignore this mail: your password stays as it is.\n',
  },
  addressChanged: {
    subject: 'The e-mail address of your Plimsoll account was changed',
    text: 'The e-mail address of your Plimsoll account was changed. This is the last mail to the old one.\n\nIf you did not change it, tell an admin of your team at once.\n',
  },
  accessChanged: {
    subject: 'The way into your Plimsoll account was changed',
    text: '{{what}} It was done from {{address}}.\n\nIf it was not you, set a new password or sign in at your provider, look at your account page, and tell an admin of your team at once.\n',
    what: {
      password: 'The password of your Plimsoll account was changed, and every other browser is signed out.',
      twoFactorOn: 'Two-factor sign-in of your Plimsoll account was turned on.',
      twoFactorOff: 'Two-factor sign-in of your Plimsoll account was turned off.',
      passkeyAdded: 'A passkey was added to your Plimsoll account.',
      passkeyRemoved: 'A passkey of your Plimsoll account was removed, and the other browsers that it signed in are signed out.',
    },
  },
  breakGlass: {
    subject: 'Somebody came in past the sign-in of your Plimsoll installation',
    text: 'A link of "plimsoll break-glass" was used: {{address}} is signed in as {{name}} for an hour. Such links are made on the machine of the installation.\n\nIf you do not know why, end the sessions of {{name}} and look at the audit log.\n',
  },
  role: { owner: 'owner', admin: 'admin', editor: 'editor', viewer: 'viewer' },
});
