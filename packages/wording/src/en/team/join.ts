/** Text of the pages that lead a person in: invitations, new passwords, new accounts, new teams. Fetched with each of them. */
import { words } from '../../words.ts';

export const joinWords = words('join', {
  title: 'Join {{team}}',
  memberTitle: 'You are in {{team}} already',
  toTeam: 'Go to {{team}}',
  plainTitle: 'Invitation',
  invited: '{{inviter}} invites you to the team {{team}}. Your role will be {{role}}.',
  may: {
    owner: 'Owners do everything, and decide who else is an owner.',
    admin: 'Admins run and change everything, and look after members, invitations and the audit log.',
    editor: 'Editors run, compare, change, delete and share; they make tokens for programs.',
    viewer: 'Viewers look at runs, plans, comparisons and experiments, and change nothing.',
  },
  submit: 'Join the team',
  account: 'You have an account already?',
  signIn: 'Sign in and join with it',
  signedIn: 'You are signed in as {{name}} ({{email}}).',
  withThis: 'Join as {{name}}',
  other: 'Sign out and join as somebody else',
  taken: 'There is an account with this e-mail address. Sign in with it; the invitation waits.',
  goneTitle: 'This invitation is gone',
  goneText: 'It was used, revoked, or is too old. Ask the person who invited you for a new one.',
  home: 'Go to Plimsoll',
  welcome: 'Welcome to {{team}}',
});

export const resetWords = words('reset', {
  title: 'Set a new password',
  what: 'The link works once. Every device that is signed in to the account is signed out.',
  submit: 'Set the password',
  done: 'The new password is set. Sign in with it.',
  goneTitle: 'This link is gone',
  goneText: 'It was used, replaced by a newer one, or is too old. Ask for another one.',
  askTitle: 'Forgot your password?',
  askText: 'Type your address: a link that sets a new password is mailed to you. It works for an hour.',
  ask: 'Mail me a link',
  asked: 'If there is an account with this address, a link is on its way to it.',
  noMail: 'This installation sends no mail. Ask an owner or admin of your team: they make a link for you on the page “Members”.',
  back: 'Back to sign-in',
});

export const signUpWords = words('signUp', {
  title: 'Create an account',
  submit: 'Create account',
  closed: 'You need an invitation to sign up here. Ask an owner or admin of your team for a link: they make one on the page “Members”.',
  taken: 'There is an account with this e-mail address. Sign in, or have a new password set.',
  have: 'You have an account already?',
  signIn: 'Sign in',
});

export const newTeamWords = words('newTeam', {
  title: 'New team',
  what: 'A team has a history, plans, tokens and links of its own. You will own it, and can invite others.',
  name: 'Team name',
  submit: 'Create team',
  cancel: 'Back',
  noneTitle: 'You are in no team',
  noneAsk: 'Ask an owner or admin of a team for an invitation link, and open it while you are signed in as {{email}}.',
  noneMake: 'Or make a team of your own.',
  signOut: 'Sign out',
});
