/** The verdict that leads a finished run: held or not, then how much, how fast, how many errors. On the first page and on shared pages. */
import { words } from '../../words.ts';

export const runVerdictWords = words('runVerdict', {
  requests_one: '{{text}} request',
  requests_other: '{{text}} requests',
  calls_one: '{{text}} call',
  calls_other: '{{text}} calls',
  sockets_one: '{{text}} connection',
  sockets_other: '{{text}} connections',
  amount: '{{requests}} in {{length}}.',
  figures: '{{requests}} in {{length}} at {{rate}}{{time}}, {{errors}}.',
  shortOfPlan: '{{goodput}} good answers, {{dropped}} of the planned requests never sent: {{requests}} in {{length}}{{time}}, {{errors}}.',
  shortOfPlan_calls:
    '{{goodput}} good answers, {{dropped}} of the planned calls never sent: {{requests}} in {{length}}{{time}}, {{errors}}.',
  shortOfPlan_sockets:
    '{{goodput}} ended well, {{dropped}} of the planned connections never opened: {{requests}} in {{length}}{{time}}, {{errors}}.',
  manyFailed: '{{goodput}} OK, {{failed}} failed{{cause}}: {{requests}} in {{length}}{{time}}{{share}}.',
  /** Stands in that before. */
  cause: ' ({{cause}})',
  mostly: ' (mostly {{cause}})',
  share: ', {{share}} errors',
  /** Stands in those before, where it was measured. */
  time: ', {{metric}} {{time}}',
  timeOfSent: ', {{metric}} of what was sent {{time}}',
  unanswered: '{{requests}} in {{length}}, none answered.',
  redirects: '{{share}} of the answers were redirects ({{status}}): what they lead to was not measured. Aim the plan at that address.',
  redirectsTo:
    '{{share}} of the answers were redirects ({{status}} to {{location}}), which are not followed: what they lead to was not measured. Aim the plan at that address.',
  noErrors: 'no errors',
  errors: '{{share}} errors',
  nothing: 'Nothing finished.',
  onlyFailed: 'The threshold failed.',
  failed: '{{failed}} of {{of}} thresholds failed.',
  onlyPasses: 'The threshold passes.',
  bothPass: 'Both thresholds pass.',
  allPass: 'All {{of}} thresholds pass.',
  ended: '{{state}}.',
});

/** Advice where no request ended well, by what most of them met. */
export const failureAdviceWords = words('failureAdvice', {
  connect_refused: 'Check that the target runs, and that its address and port are right.',
  connect_timeout: 'Check the address, and that no firewall stands between the worker and the target.',
  dns: 'Check the host name: the worker could not look it up.',
  tls: 'Check that the target speaks TLS at this port, and that its certificate is valid.',
  timeout: 'Send one request by hand. If it is answered, plan less load or a longer timeout.',
  reset: 'Read the log of the target: it closed the connections.',
  closed_early: 'Read the log of the target: it closed the connections. If its port speaks TLS, begin the URL with https.',
  protocol: 'Check which protocol the target speaks at this port.',
  refused_by_policy: 'Ask an admin to allow this target in the settings of the team.',
  status401: 'Check the credentials of the plan.',
  status403: 'Check the credentials of the plan.',
  status404: 'Check the path of the URL.',
  status429: 'The target limits the rate: plan less load.',
  status503: 'The target refuses the load: plan less, or read its log.',
  rest: 'Read the examples of its errors to see what the target said.',
});
