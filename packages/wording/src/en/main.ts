/** Text of the first page of a stranger, and what every page says, in English. `_one`/`_other` are plurals. */
import { words } from '../words.ts';

export const commonWords = words('common', {
  cancel: 'Cancel',
  undo: 'Undo',
  close: 'Close',
  copy: 'Copy',
  copied: 'Copied',
  loading: 'Loading…',
  none: 'none',
  noAnswer: 'The server does not answer',
  opensLater: 'This page opens by itself as soon as it does.',
  reconnecting: 'Reconnecting…',
  reload: 'Reload the page',
  removeRow: 'Remove row {{row}}',
  save: 'Save',
  showPassword: 'Show or hide the password',
  tryAgain: 'Try again',
  unexpected: 'Something unexpected happened. Try again. If it happens again, read the server’s log.',
  wentWrong: 'Something went wrong',
});

export const notFoundWords = words('notFound', {
  title: 'Nothing here',
  text: 'There is no page at this address. It may have been deleted, or belong to another team.',
  action: 'Go home',
});

export const setupWords = words('setup', {
  title: 'Set up Plimsoll',
  intro: 'Make the owner’s account and the first team. Both stay on this machine.',
  name: 'Your name',
  email: 'E-mail',
  password: 'Password',
  passwordHint: 'At least 10 characters.',
  team: 'Team name',
  teamHint: 'Runs and plans belong to a team.',
  submit: 'Create owner and team',
  checks: 'System check',
  database: 'Database',
  queue: 'Queue',
  workers: 'Workers',
  fine: 'Working',
  missing: 'Missing',
  databaseFix: 'Start PostgreSQL, or leave DATABASE_URL unset to use the built-in one.',
  queueFix: 'Start Redis, or leave REDIS_URL unset to queue in PostgreSQL.',
  workersFix: 'npm start brings one. With your own DATABASE_URL and PLIMSOLL_SECRET_KEY, npm run worker starts one.',
});

export const signInWords = words('signIn', {
  title: 'Sign in to Plimsoll',
  submit: 'Sign in',
  wrong: 'E-mail or password is wrong.',
  noEmail: 'Enter a valid e-mail address.',
  noPassword: 'Type your password.',
  forgot: 'Forgot your password?',
  noAccount: 'No account?',
});
