/** Text of the team page; fetched with it, so that the first page does not wait for it. */
import { words } from '../../words.ts';

export const teamWords = words('team', {
  title: 'Team',
  nav: 'Pages of the team',
  pages: {
    keys: 'Keys and limits',
    members: 'Members',
    storage: 'Storage',
    notifications: 'Notifications',
    workers: 'Workers',
    audit: 'Audit log',
  },
  role: { owner: 'Owner', admin: 'Admin', editor: 'Editor', viewer: 'Viewer' },
  limits: 'Limits of this installation',
  version: 'Version',
  demoOnly: 'the built-in demo target alone',
  verified: 'public hosts that a team proves to be its own',
  openLab: 'any except cloud metadata (open lab)',
  concurrent: 'Runs at once',
  ofPerson: 'Runs of one person, over all teams',
  inAll: 'Runs of all teams',
  experiments: 'Experiments waiting or under way',
  rate: 'Rate of a run',
  rateOfTarget: 'Rate to one host, all runs together',
  connections: 'Connections of a run',
  connectionsOfTarget: 'Connections to one host, all runs together',
  duration: 'Length of a run',
});

export const notAllowedWords = words('notAllowed', {
  title: 'Your role does not allow this',
  text: 'You are {{role}} in the team {{team}}. An owner or admin of the team can give you another role on the page “Members”.',
});

export const targetsWords = words('targets', {
  title: 'Targets',
  permitted: 'The operator of this installation permits: {{list}}.',
  fixed: 'Other targets need PLIMSOLL_TARGETS, which the operator sets.',
  none: 'The team has no list of its own, so it may load all of that. The first entry narrows it.',
  narrowed: 'The team may load only the entries below, and this machine (loopback) where the operator permits it.',
  entry: 'Host, address or range',
  add: 'Allow',
  remove: 'Remove',
  removeOne: 'Remove {{target}}',
  lastAsk: 'Remove the last target?',
  lastAskText: 'Without its own list the team may load every target that the operator permits.',
});

export const tracesWords = words('traces', {
  title: 'Traces',
  intro: 'Plans with tracing send traceparent on a share of their requests. Their run pages link the slowest of them to this address.',
  address: 'Address of a trace, with {traceId} in it',
  save: 'Save',
  none: 'No address yet.',
});

export const hostsWords = words('hosts', {
  title: 'Hosts of your own',
  intro: 'Public hosts that you prove to be yours may be loaded. The proof is looked for again before each run.',
  none: 'No hosts yet.',
  name: 'Public host',
  add: 'Add host',
  check: 'Check now',
  checkOne: 'Check {{host}} now',
  remove: 'Remove',
  removeOne: 'Remove {{host}}',
  removeAsk: 'Remove {{host}}?',
  removeText: 'No run may load it from then on. Added again, it needs another proof.',
  state: { waiting: 'Not proved yet', proven: 'Proved', lost: 'Proof not found' },
  provenBy: { file: 'Last found by its file:', dns: 'Last found by its DNS record:' },
  how: 'How to prove it',
  byFile: 'Either a file on the host:',
  byRecord: 'Or a TXT record in its DNS:',
  copyPlace: 'Copy place',
  copyContent: 'Copy content',
  stay: 'Leave it in place: a run whose host is no longer proved is refused. Redirects are not followed.',
});

export const teamStopWords = words('teamStop', {
  title: 'All load of the team',
  text: 'Ends every run and experiment of the team, other people’s too. New ones may start at once.',
  stop: 'Stop all of the team',
  ask: 'Stop every load of the team?',
  askText: 'Every run and experiment of the team ends within seconds and keeps what it measured. Waiting loads leave the queue.',
  stopped: 'Stopped: runs {{runs}}, experiments {{experiments}}.',
});

export const killSwitchWords = words('killSwitch', {
  title: 'All load of this installation',
  text: 'You own this installation. For maintenance you can keep new loads from starting; in an emergency you can stop every run and experiment of every team, too.',
  hold: 'Hold new loads',
  holdAsk: 'Hold new loads of every team?',
  holdAskText: 'Loads under way run to their end. Waiting loads keep their place, and nothing starts until you let it.',
  nowHeld: 'Nothing starts until you let it.',
  stop: 'Stop everything',
  stopAsk: 'Stop every load of every team?',
  stopAskText: 'Every run and experiment ends within seconds and keeps what it measured. Nothing starts until you let it.',
  stopped: 'Stopped: runs {{runs}}, experiments {{experiments}}. Nothing starts until you let it.',
  held: '{{by}} has held all load since {{since}}. Nothing starts until it is released.',
  somebody: 'A deleted account',
  release: 'Let loads start again',
});

export const tokensWords = words('tokens', {
  title: 'API tokens',
  intro: 'For programs, which send “Authorization: Bearer plm_…”. Revoking a token revokes the tokens that it made.',
  name: 'Token name',
  scope: 'May',
  scopes: {
    read: 'Read',
    run: 'Read and run',
    write: 'Full access',
    resources: 'Send target resources only',
  },
  budget: {
    title: 'Budget',
    has: 'With a budget, for an assistant (MCP)',
    why: 'With one every load by this token is held to it. Without one an assistant can read, but launches nothing.',
    hosts: 'Hosts it may load',
    hostsHint: 'Names, addresses or networks, with commas between.',
    plans: 'Saved plans it may launch',
    plansHint: 'As they are saved; the token cannot change them.',
    rate: 'Most requests a second',
    minutes: 'Minutes a day (UTC)',
    plansNamed_one: '{{count}} plan',
    plansNamed_other: '{{count}} plans',
    use: 'Budget: {{used}} of {{all}} min used today, at most {{rate}}, on {{targets}}',
  },
  create: 'Create token',
  once: 'Copy it now: it is shown this once.',
  copy: 'Copy token',
  none: 'No tokens yet.',
  used: 'used {{ago}}',
  unused: 'never used',
  revokedOn: 'revoked {{day}}',
  revokeOne: 'Revoke {{name}}',
});
