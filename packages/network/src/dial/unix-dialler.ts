/** Connections to a Unix socket. Where its path leads is looked up and judged for each, and the path that was judged is the one connected to. */
import { realpath } from 'node:fs';
import { refusal } from '@plimsoll/contracts/refusal';
import { judgeSocket, judgeUrl, type TargetPolicy } from '@plimsoll/contracts/target-policy';
import { unixSocketPath } from '@plimsoll/contracts/unix-url';
import { DialError, errorCode } from './connection-error.ts';
import { DialAttempt, type DialClock, type Dialler } from './dial.ts';
import { SocketPool } from './socket-pool.ts';

/** `detour`: the path of a socket of ours that leads to the same target. */
export function createUnixDialler(url: string, policy: TargetPolicy, clock: DialClock, detour: string | null): Dialler {
  const path = unixSocketPath(url) ?? '';
  const refused = judgeUrl(policy, new URL(url));
  const pool = new SocketPool();
  return (done, reads = 'streamed') => {
    const dial = new DialAttempt(clock, done, () => {});
    const refuse = (reason: NonNullable<typeof refused>) =>
      dial.failSoon(new DialError('policy', 'refused_by_policy', { kind: 'refusedTarget', refusal: reason }));
    if (refused) refuse(refused);
    else
      realpath(path, (error, real) => {
        if (error)
          return dial.failSoon(
            new DialError('connect', errorCode(error), {
              kind: 'notConnected',
              code: errorCode(error),
              error: error.message,
              address: path,
            }),
          );
        const elsewhere = judgeSocket(policy, real);
        if (elsewhere) refuse(elsewhere.code === 'socket_not_allowed' ? refusal('socket_leads_elsewhere', { path, real }) : elsewhere);
        else {
          const way = { path: detour ?? real };
          dial.tryEach([real], () => pool.open(way, reads));
        }
      });
    return dial;
  };
}
