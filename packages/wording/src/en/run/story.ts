/** The story that the seconds of a run tell. */
import { words } from '../../words.ts';

export const findingWords = words('finding', {
  sentLeftPlannedBusy:
    'The load fell behind its plan of {{planned}} at {{at}}: all connections were busy, and {{sent}} were sent on average.',
  sentLeftPlannedLimit:
    'The load fell behind its plan of {{planned}} at {{at}}: as many requests were under way as the request limit allows, and {{sent}} were sent on average.',
  sentLeftPlannedLimit_calls:
    'The load fell behind its plan of {{planned}} at {{at}}: as many calls were under way as the call limit allows, and {{sent}} were sent on average.',
  sentLeftPlannedLimit_sockets:
    'The load fell behind its plan of {{planned}} at {{at}}: as many connections were open as the limit allows, and {{sent}} were opened on average.',
  sentLeftPlanned: 'The load fell behind its plan of {{planned}} at {{at}}. {{sent}} were sent on average.',
  sentLeftPlannedFree: 'The load fell behind its plan of {{planned}} at {{at}}: connections were free, and {{sent}} were sent on average.',
  sentLeftPlannedNetwork: 'The load fell behind its plan of {{planned}} at {{at}}: the network was full. {{sent}} were sent on average.',
  ceiling: 'Good answers stopped rising at {{at}}: their ceiling is {{good}}, although up to {{planned}} was planned.',
  ceilingBetween:
    'Good answers stopped rising at {{at}}: their ceiling is {{good}} (between {{low}} and {{high}}), although up to {{planned}} was planned.',
  connectionError_one: 'A request had no answer ({{outcome}}) at {{at}}: {{count}} of this kind in the run.',
  connectionError_other: 'Requests had no answer ({{outcome}}) from {{at}} on: {{count}} of this kind in the run.',
  connectionError_calls_one: 'A call had no answer ({{outcome}}) at {{at}}: {{count}} of this kind in the run.',
  connectionError_calls_other: 'Calls had no answer ({{outcome}}) from {{at}} on: {{count}} of this kind in the run.',
  connectionError_sockets_one: 'A connection failed ({{outcome}}) at {{at}}: {{count}} of this kind in the run.',
  connectionError_sockets_other: 'Connections failed ({{outcome}}) from {{at}} on: {{count}} of this kind in the run.',
  errorStatus: 'The first HTTP {{status}} came at {{at}}: {{answers}} in the run.',
  errorStatusAfter:
    'The first HTTP {{status}} came at {{at}}, {{seconds}} after the first request without an answer: {{answers}} in the run.',
  errorStatusBefore:
    'The first HTTP {{status}} came at {{at}}, {{seconds}} before the first request without an answer: {{answers}} in the run.',
  failingFast: 'From {{at}} on the target failed fast: {{share}} failed, in {{failed}} (good answers: {{good}}).',
  failingFastOnly: 'From {{at}} on the target failed fast: {{share}} failed, in {{failed}}.',
  everyFailed: 'Every request failed, in {{failed}}.',
  everyFailed_calls: 'Every call failed, in {{failed}}.',
  everyFailed_sockets: 'Every connection failed, in {{failed}}.',
  everyFailedFrom: 'From {{at}} on every request failed, in {{failed}}.',
  everyFailedFrom_calls: 'From {{at}} on every call failed, in {{failed}}.',
  everyFailedFrom_sockets: 'From {{at}} on every connection failed, in {{failed}}.',
  failingFastFreed: 'That freed connections: the load followed its plan again.',
  failingFastAll: 'All that was planned was sent.',
  failingFastHeld: 'Even so only {{share}} of the planned requests were sent.',
  failingFastHeld_calls: 'Even so only {{share}} of the planned calls were sent.',
  failingFastHeld_sockets: 'Even so only {{share}} of the planned connections were opened.',
  dip: 'Good answers fell from {{usual}} to {{good}} at {{at}}, for {{seconds}}.',
  dipStill: 'Good answers fell from {{usual}} to {{good}} at {{at}}, and did not come back.',
  dipOf: 'One of {{dips}} dips.',
  recoveredDip: 'Good answers were back at {{at}}, {{seconds}} after they fell: {{good}}.',
  recoveredOverload: 'At {{at}}, {{seconds}} after the load was below the ceiling again, the target had recovered: {{good}}.',
  backlogBurst:
    'The {{good}} at {{at}} are backlog, not capacity: {{backlog}} requests were under way or waiting, and {{planned}} were planned.',
  backlogBurst_calls:
    'The {{good}} at {{at}} are backlog, not capacity: {{backlog}} calls were under way or waiting, and {{planned}} were planned.',
  backlogBurst_sockets:
    'The {{good}} at {{at}} are backlog, not capacity: {{backlog}} connections were open or waiting, and {{planned}} were planned.',
  resource: '{{resource}} of the target reached its limit at {{at}}: {{share}}.',
  core: 'One thread of the target filled its core at {{at}} ({{share}}), with other cores free: more workers, or a cluster, would use them.',
  quota: 'The target had used up its CPU quota at {{at}}: {{share}} of what its container may use.',
  network: 'The network was at its line rate at {{at}}: {{share}}.',
  keepAlive:
    'Keep-alive was asked for, but the target closed {{closed}} of {{opened}} connections, after {{perConnection}} requests each (from {{at}} on).',
  keepAlive_calls: 'The target closed {{closed}} of {{opened}} connections, after {{perConnection}} calls each (from {{at}} on).',
  keepAliveOne: 'Keep-alive was asked for, but the target closed {{closed}} of {{opened}} connections after one request (from {{at}} on).',
  keepAliveOne_calls: 'The target closed {{closed}} of {{opened}} connections after one call (from {{at}} on).',
  concurrencyLimit: 'From {{at}} on {{slots}} requests under way ÷ {{time}} cannot exceed {{most}}: raise the request limit.',
  concurrencyLimit_calls: 'From {{at}} on {{slots}} calls under way ÷ {{time}} cannot exceed {{most}}: raise the call limit.',
  concurrencyLimit_sockets: 'From {{at}} on {{slots}} open connections ÷ {{time}} cannot exceed {{most}}: raise the limit.',
  concurrency: 'From {{at}} on {{slots}} connections ÷ {{time}} cannot exceed {{most}}: raise the number of connections.',
  concurrencySlots:
    'From {{at}} on {{slots}} requests under way ÷ {{time}} cannot exceed {{most}}: raise the number of connections or what each carries at once.',
  concurrencySlots_calls:
    'From {{at}} on {{slots}} calls under way ÷ {{time}} cannot exceed {{most}}: raise the number of connections or what each carries at once.',
  firstTokenLater: 'The first token came later from {{streams}} streams on: TTFT p95 {{before}} → {{after}}.',
  firstMessageLater: 'The first message came later from {{streams}} streams on: p95 {{before}} → {{after}}.',
  answerWhole:
    'The first message came with the last: {{messages}} messages of a stream within {{spread}}, {{first}} after it was sent. The target, or a proxy on the way that buffers, sends whole answers.',
  regionSlower: 'From {{at}} on region “{{region}}” was slower than the rest: p95 {{slow}}{{before}}, elsewhere {{rest}}.',
  regionSlowerFor:
    'For {{seconds}} from {{at}} on region “{{region}}” was slower than the rest: p95 {{slow}}{{before}}, elsewhere {{rest}}.',
  regionSlowerAlways: 'Region “{{region}}” was slower than the rest all along: p95 {{slow}}, elsewhere {{rest}}.',
  regionBefore: ' (before {{before}})',
  regionFailing: 'From {{at}} on {{share}} failed in region “{{region}}”, elsewhere {{rest}}.',
  regionFailingFor: 'For {{seconds}} from {{at}} on {{share}} failed in region “{{region}}”, elsewhere {{rest}}.',
  regionDip:
    'Good answers fell in region “{{region}}” alone, from {{usual}} to {{good}} at {{at}}, and did not come back. Elsewhere they were {{rest}}.',
  regionDipFor:
    'Good answers fell in region “{{region}}” alone, from {{usual}} to {{good}} at {{at}}, for {{seconds}}. Elsewhere they were {{rest}}.',
});

export const resourceWords = words('resource', { cpu: 'CPU', memory: 'Memory', disk: 'Disk' });

export const overloadWords = words('overload', {
  shed: 'Beyond {{ceiling}} the target sheds load: good answers stay at {{good}}, and their p95 at {{p95}}{{before}}.',
  slow: 'Beyond {{ceiling}} the target slows everybody down: good answers stay at {{good}}, but their p95 is {{p95}}{{before}}.',
  both: 'Beyond {{ceiling}} the target refuses a part and slows the rest down: {{good}} good answers, with a p95 of {{p95}}{{before}}.',
  collapsed: 'Beyond {{ceiling}} the target collapses: good answers fall to {{good}}, with a p95 of {{p95}}{{before}}.',
  before: ' (below it {{p95}})',
});
