/** Text of what stands behind the sign-in, and of shared pages, in English. One flat object a screen; what one page alone says is fetched with it. Long because it is a catalogue. */
import { words } from '../words.ts';

export const policyWords = words('policy', { loopback: 'this machine (loopback)' });

export const shellWords = words('shell', {
  skip: 'Skip to content',
  nav: 'Main',
  home: 'Home',
  launch: 'New run',
  runs: 'Runs',
  plans: 'Plans',
  experiments: 'Experiments',
  compare: 'Compare',
  team: 'Team',
  find: 'Find or do',
  workers_one: '{{count}} worker online',
  workers_other: '{{count}} workers online',
  account: 'Account',
  ownAccount: 'Account and password',
  signOut: 'Sign out',
  teamNow: 'Team {{team}}. Press to change.',
  teams: 'Your teams',
  newTeam: 'New team',
  shortcuts: 'Keyboard shortcuts',
  scheme: 'Colours: {{scheme}}. Press to change.',
  auto: 'as the system',
  light: 'light',
  dark: 'dark',
});

export const shortcutsWords = words('shortcuts', {
  title: 'Keyboard shortcuts',
  palette: 'Find a run, a plan, a page or an action',
  on: 'Single-key shortcuts on',
  help: 'This help',
  search: 'Search runs',
  newRun: 'New run',
  home: 'Go home',
  runs: 'Go to runs',
  plans: 'Go to plans',
  experiments: 'Go to experiments',
  stop: 'Stop what is on screen, after 5 s',
  down: 'Next row in a list',
  up: 'Previous row in a list',
  select: 'Select the row',
  compare: 'Compare the selected runs',
  swap: 'Swap base and candidate',
  run: 'Run what the form says',
  undo: 'Undo what was deleted, for 10 s',
});

export const loadWords = words('load', {
  open: 'open, {{peak}}/s for {{length}}',
  openStages_one: 'open, {{count}} stage to {{peak}}/s, {{length}}',
  openStages_other: 'open, {{count}} stages to {{peak}}/s, {{length}}',
  closed_one: 'closed, {{connections}} connection, {{ends}}',
  closed_other: 'closed, {{connections}} connections, {{ends}}',
  closedStages_one: 'closed, {{count}} stage to {{peak}} connections, {{length}}',
  closedStages_other: 'closed, {{count}} stages to {{peak}} connections, {{length}}',
  requests: '{{text}} requests',
  requests_calls: '{{text}} calls',
  or: ' or ',
  unreadable: 'a load that cannot be read',
  imported: 'imported from {{tool}}',
  keepAliveOn: 'keep-alive on',
  keepAliveOff: 'keep-alive off',
  warmup: 'warm-up {{length}}',
});

export const homeWords = words('home', {
  title: 'Home',
  running: 'Running now',
  latest: 'Latest runs',
  all: 'All runs',
  allPlans: 'All plans',
  noWorkers:
    'No worker is online: runs will wait in the queue. npm start brings one; beside your own DATABASE_URL and PLIMSOLL_SECRET_KEY, npm run worker starts one.',
  emptyTitle: 'No runs yet',
  emptyText: 'Runs and their numbers stand here. The built-in demo target needs nothing but a press of Run.',
  emptyAction: 'Try the demo target',
  stopRun: 'Stop {{name}}',
  p99Shape: 'p99 of the last {{count}} runs',
});

export const stoppingWords = words('stopping', {
  in: 'Stopping in {{seconds}} s',
  spoken: 'Stopping in five seconds. Press Escape to keep it running.',
  keep: 'Keep running',
});

export const queueWords = words('queue', {
  title: 'Queue',
  position: 'Position {{position}}',
  experiment: 'Experiment',
  nextRun: 'Its next run waits.',
  about: 'about {{time}}',
  cancel: 'Cancel',
  cancelOne: 'Cancel {{name}}',
  cancelled: '{{name}} is cancelled.',
  place: 'Position {{position}} in the queue.',
  expected: 'It should start at about {{time}}.',
});

export const launchingWords = words('launching', {
  line: 'Line {{line}}',
  protocols: { http1: 'HTTP/1.1', http2: 'HTTP/2', auto: 'HTTP/2 if offered', grpc: 'gRPC' },
  noWorker: 'No worker is online: the run will wait until one is.',
  run: 'Run',
});

export const progressWords = words('progress', {
  label: 'Progress',
  queued: 'Waiting for a worker',
  starting: 'The generator is starting',
  firstSecond: 'Waiting for the first second',
  running: 'Running',
  warmingUp: 'Warming up',
  ramping: 'Stage {{at}} of {{of}} · ramping to {{to}}',
  holding: 'Stage {{at}} of {{of}} · holding {{to}}',
  of: '{{elapsed}} of {{total}}',
  left: '{{left}} left',
});

export const runActionWords = words('runAction', { stop: 'Stop', share: 'Share' });

export const runsWords = words('runs', {
  title: 'Runs',
  run: 'Run',
  state: 'State',
  rate: 'Rate',
  errors: 'Errors',
  thresholds: 'Thresholds',
  when: 'When',
  api: 'API',
  held: '{{text}} pass',
  broken: '{{text}} pass',
  okRate: 'OK {{rate}}',
  load: 'Load',
  tags: 'Tags',
  requests: 'Requests',
  person: 'By',
  columns: 'Columns',
  select: 'Select',
  selectRun: 'Select {{name}}',
  search: 'Search runs',
  searchHint: 'Search names, targets, tags  /',
  filterState: 'State',
  anyState: 'Any state',
  filterPlan: 'Plan',
  anyPlan: 'Any plan',
  filterPerson: 'Person',
  anyPerson: 'Anybody',
  filterStamp: 'Stamp',
  anyStamp: 'Any stamp',
  filterTag: 'Tag',
  tagHint: 'Tag name:value',
  removeTag: 'Remove filter {{tag}}',
  newest: 'Newest',
  older: 'Older',
  selection: 'Selected runs',
  selected_one: '{{count}} selected',
  selected_other: '{{count}} selected',
  oneMore: 'Select one more, up to five.',
  compare: 'Compare',
  clearSelection: 'Clear',
  noMatch: 'No run matches',
  noMatchText: 'Nothing here fits these filters.',
  clear: 'Clear filters',
  import: 'Import results',
});

export const publicWords = words('public', {
  title: 'Shared',
  frozen: 'Frozen {{made}} · link works until {{until}}',
  sample: 'Sample · measured {{made}} by the makers of Plimsoll, on its demo target',
  goneTitle: 'This link leads nowhere',
  goneText: 'It never existed, has expired, or was revoked. Ask its sender for a new one.',
  inSequence_one: '{{count}} request in sequence',
  inSequence_other: '{{count}} requests in sequence',
  byWeight_one: '{{count}} request',
  byWeight_other: '{{count}} requests by weight',
  weight: 'weight {{weight}}',
  versions: 'Plimsoll {{plimsoll}} · Node.js {{node}} · {{client}} · {{cpu}}, {{cores}} cores',
});

export const plansWords = words('plans', {
  title: 'Plans',
  plan: 'Plan',
  runCount: 'Runs',
  lastRun: 'Last run',
  actions: 'Actions',
  new: 'New plan',
  edit: 'Edit',
  runs_one: '{{count}} run',
  runs_other: '{{count}} runs',
  moreRuns: 'More than {{runs}} runs',
  runPlan: 'Run {{name}}',
  editPlan: 'Edit {{name}}',
  deletePlan: 'Delete {{name}}',
  deleted: 'Deleted “{{name}}” with its baseline and trend. Its runs stay.',
  emptyTitle: 'No plans yet',
  emptyText: 'Save a run’s settings as a plan to run it again and follow it over time.',
});
