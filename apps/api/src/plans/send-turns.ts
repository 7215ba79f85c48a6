/** Requests that people send one by one: each person has one under way, and so many a minute. They are no load. */
import { problemWords } from '@plimsoll/wording/en/problem';
import { notNow } from '../http/api-error.ts';

const mostAMinute = 30;
const minuteMs = 60_000;

interface SendTurns {
  /** Throws ApiError `too_many_requests`. `end` is called when it is over. */
  begin(userId: string): { end(): void };
}

export function openSendTurns(nowMs: () => number = () => performance.now()): SendTurns {
  const underWay = new Set<string>();
  /** Moments of the last minute, oldest first. */
  const sent = new Map<string, number[]>();
  return {
    begin(userId) {
      const now = nowMs();
      for (const [id, moments] of sent) {
        const left = moments.filter((at) => now - at < minuteMs);
        if (left.length > 0) sent.set(id, left);
        else sent.delete(id);
      }
      const own = sent.get(userId) ?? [];
      if (underWay.has(userId)) throw notNow('too_many_requests', problemWords.general.sendsMany, 1);
      if (own.length >= mostAMinute) {
        const seconds = Math.ceil((minuteMs - (now - (own[0] ?? now))) / 1000);
        throw notNow('too_many_requests', problemWords.general.sendsOften({ most: mostAMinute }), Math.max(1, seconds));
      }
      underWay.add(userId);
      sent.set(userId, [...own, now]);
      return { end: () => underWay.delete(userId) };
    },
  };
}
