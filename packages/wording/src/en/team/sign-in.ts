/** Text about the ways in beside the password: the provider, passkeys, the operator's link. Fetched with them, so that the sign-in page does not wait. */
import { words } from '../../words.ts';

export const waysWords = words('ways', {
  provider: 'Sign in with {{provider}}',
  or: 'or with a password',
  signedInBy: 'You sign in with {{provider}}: it keeps your address, your password and your second factor.',
  noPassword: 'Your account has no password: you sign in with {{provider}}.',
  secondFactor: 'A second factor is asked for here. Turn one on below; after that the rest of Plimsoll opens.',
  showFactor: 'A second factor is asked for here. Show your passkey; after that the rest of Plimsoll opens.',
  failed: {
    cancelled: 'You were not signed in: the provider says that this was cancelled.',
    provider:
      'The provider’s answer could not be used. Try again; if it goes on, the operator of this installation finds the reason in the API’s log.',
    expired: 'This sign-in took too long, was started in another browser, or was used before. Start again.',
    signed_out: 'You were signed out at the provider while you came in here. Sign in again.',
    unverified: 'The provider does not say that your e-mail address is confirmed. Confirm it there, or ask its admins.',
    no_group: 'None of your groups at the provider has a role here. Ask its admins, or ask a team for an invitation.',
    no_account: 'You have no account here yet. Ask an owner or admin of a team for an invitation link, and open it.',
    other_subject:
      'The account with your e-mail address belongs to somebody else at the provider. Ask an owner of this installation: the other account needs another address.',
    no_second_factor:
      'The provider does not say that it asked you for a second factor. Turn one on there, sign out there, and sign in again; or ask its admins.',
    groups_hidden:
      'You are in so many groups that the provider leaves them out. Its admins can have it send only the groups that belong to Plimsoll.',
  },
});

export const passkeyWords = words('passkey', {
  title: 'Passkeys',
  what: 'A passkey signs you in without a password and counts as both factors: your device asks for your finger, face or PIN.',
  none: 'You have no passkey here.',
  name: 'Name of the passkey',
  nameHint: 'For example the device that keeps it.',
  add: 'Add a passkey',
  done: 'The passkey is added. Sign in with it from now on.',
  added: 'added {{day}}',
  used: 'last used {{day}}',
  neverUsed: 'never used',
  rename: 'Rename {{name}}',
  remove: 'Remove',
  removeOne: 'Remove the passkey {{name}}',
  signIn: 'Sign in with a passkey',
  show: 'Show your passkey',
  browserNo: 'The browser made no use of a passkey: it was cancelled, there is none for this address, or the device could not verify you.',
});

export const breakGlassWords = words('breakGlass', {
  title: 'The operator’s way in',
  what: 'This link signs an owner of the installation in, once and for an hour. It is noted in the audit log, and told to the owners by mail where the installation sends any.',
  enter: 'Sign in',
});

export const teamSignInWords = words('teamSignIn', {
  title: 'How people sign in',
  passwords: 'With an e-mail address and a password.',
  passkeys: 'With a passkey.',
  provider: 'With {{provider}}.',
  providerOnly: 'With {{provider}} alone: passwords, and links for new ones, are off.',
  secondFactor: 'A password alone is not enough: two-factor sign-in or a passkey is asked for.',
  providerFactor: {
    provider: 'The provider sees to the second factor of those who come by it.',
    told: 'The provider has to say that it asked for a second factor.',
    passkey: 'After the provider, a passkey of Plimsoll is asked for.',
  },
  byOperator: 'The operator of the installation sets this.',
  groupsOf: 'Groups and their roles',
  group: 'Group',
  role: 'Role in this team',
  groups: 'Roles of groups are looked at each time somebody signs in. A role that somebody gave here stays beneath them.',
});
