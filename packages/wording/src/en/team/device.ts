/** Text of the page on which a person lets a machine have a token; fetched with it. */
import { words } from '../../words.ts';

export const deviceWords = words('device', {
  title: 'Log a machine in',
  what: 'Type the code that plimsoll login shows in its terminal.',
  code: 'Code',
  look: 'Continue',
  asks: '{{machine}} asks for a token',
  from: 'It asked {{ago}}, from {{address}}.',
  gets: 'It would run and read everything of {{team}} for {{days}} days, by a token named after it. Revoke it on the team page at any time.',
  sure: 'Approve it only if you started this login yourself, and the terminal shows the code {{code}}. Nobody else has to send you a code.',
  approve: 'Approve',
  deny: 'Deny',
  approved: '{{machine}} has its token. Go back to its terminal.',
  denied: '{{machine}} gets no token.',
  tokens: 'See the tokens of the team',
  other: 'Type another code',
});
