/** Text of the second factor, on the page about one's own account and in the second step of a sign-in; fetched with them. */
import { words } from '../../words.ts';

export const twoFactorWords = words('twoFactor', {
  title: 'Two-factor sign-in',
  what: 'After your password you are asked for a code of an authenticator app. Your password alone no longer signs you in.',
  isOff: 'Two-factor sign-in is off.',
  isOn: 'Two-factor sign-in is on.',
  left_one: '{{count}} recovery code is left.',
  left_other: '{{count}} recovery codes are left.',
  password: 'Your password',
  begin: 'Set up',
  scan: 'Scan this with your authenticator app',
  picture: 'Code to scan with an authenticator app',
  typeIt: 'No camera at hand? Type this key into the app:',
  copyKey: 'Copy key',
  recovery: 'Keep these recovery codes',
  recoveryWhat: 'Each signs you in once if you lose the app. They are shown this once; keep them where the app is not.',
  copyCodes: 'Copy codes',
  confirm: 'Type the code that the app shows',
  code: 'Code',
  codeHint: 'Six digits, new every 30 seconds.',
  anyCode: 'Code of the app, or a recovery code',
  turnOn: 'Turn on',
  cancel: 'Not now',
  turnedOn: 'Two-factor sign-in is on. Your next sign-in asks for a code.',
  renew: 'Make new recovery codes',
  renewWhat: 'The old ones stop working.',
  renewed: 'These are your new recovery codes. The old ones no longer work.',
  off: 'Turn off',
  offWhat: 'From then on your password alone signs you in.',
  turnedOff: 'Two-factor sign-in is off.',
});

export const secondStepWords = words('secondStep', {
  title: 'Type your code',
  what: 'Your authenticator app shows it. If you lost the app, type one of your recovery codes. If you have neither, ask an owner of this installation.',
  submit: 'Sign in',
  back: 'Start again',
  ended: 'This sign-in took too long, or had too many wrong codes. Start again with your password.',
});
