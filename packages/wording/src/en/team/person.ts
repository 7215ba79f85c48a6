/** Text of the page about one's own account; fetched with it, so that the first page does not wait for it. */
import { words } from '../../words.ts';

export const personWords = words('person', {
  password: 'Password',
  passwordWhat:
    'A new password signs you out on every other device at once, and ends open invitations and password links that you made. API tokens go on; revoke them on the team page.',
  current: 'Current password',
  next: 'New password',
  change: 'Change password',
  changed: 'The password is changed. You are signed out on every other device.',
  wrong: 'This is not the current password.',
});

export const ownEmailWords = words('ownEmail', {
  title: 'E-mail address',
  what: 'You sign in with it.',
  next: 'New e-mail address',
  password: 'Password',
  change: 'Change e-mail address',
  changed: 'From now on you sign in with {{email}}.',
  taken: 'There is an account with this e-mail address.',
});

export const sessionsWords = words('sessions', {
  title: 'Where you are signed in',
  what: 'An ended session is signed out at once; what it has open ends within 5 s.',
  here: 'this browser',
  unknown: 'Unknown program',
  detail: 'since {{since}} · last seen {{seen}}',
  from: 'from {{address}}',
  end: 'Sign out',
  endOne: 'Sign out {{agent}}, since {{since}}',
  all: 'Sign out everywhere',
  allAsk: 'Sign out everywhere?',
  allText: 'Every browser that is signed in to your account is signed out, this one too. API tokens go on.',
});

export const languageWords = words('language', {
  title: 'Language',
  choose: 'Your language',
  what: 'On every device you sign in on, and in mails to you.',
  browser: 'As each browser asks',
});
