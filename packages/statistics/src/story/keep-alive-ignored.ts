import type { BareFinding } from '@plimsoll/contracts/story';
import { findSpans } from '../second/spans.ts';
import type { StorySecond } from './rated-second.ts';
import type { StoryContext } from './story-context.ts';

/** Closing after nearly every answer; a target that closes after two already keeps half of them alive. */
const closedShare = 0.8;
const leastAnswers = 5;
const lastingSeconds = 3;

const answers = ({ statuses }: StorySecond) => Object.values(statuses).reduce((sum, count) => sum + count, 0);

/** A connection that was dropped before it answered is a connection error, however much was asked to be kept alive. */
const closedAfterAnswer = ({ connections, outcomes }: StorySecond) =>
  Math.max(0, connections.closedByPeer - (outcomes.reset ?? 0) - (outcomes.closed_early ?? 0));

/** Where the target closes connections after one request although the plan keeps them alive. */
export function findKeepAliveIgnored({ plan: { connection }, counted }: StoryContext): BareFinding[] {
  // A WebSocket is closed at its end, by whichever side.
  if (connection.protocol === 'websocket') return [];
  if (!connection.keepAlive || connection.maxRequestsPerConnection === 1) return [];
  const ignores = (one: StorySecond) => answers(one) >= leastAnswers && closedAfterAnswer(one) >= closedShare * answers(one);
  const [span] = findSpans(counted, lastingSeconds, ignores);
  if (!span) return [];
  const lasting = counted.slice(span.from, span.to);
  const total = (of: (second: StorySecond) => number) => lasting.reduce((sum, second) => sum + of(second), 0);
  const closedByTarget = total(closedAfterAnswer);
  const figures = {
    closedByTarget,
    opened: total((one) => one.connections.opened),
    requestsPerConnection: total(answers) / closedByTarget,
  };
  return [{ kind: 'keep_alive_ignored', second: (lasting[0] as StorySecond).second, figures }];
}
