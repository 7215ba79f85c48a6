/** A device that signed in to an account before. A stranger's guesses must not lock its owner out. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Credential } from '@plimsoll/store/own-account';
import type { FastifyReply, FastifyRequest } from 'fastify';
import pLimit, { type LimitFunction } from 'p-limit';
import type { ApiContext } from '../context.ts';
import { cookieNames } from './cookie-name.ts';

/** Until 0.3.0 installations on one host had one name for it, and took it from each other. Who has it is known by it still. */
const formerName = 'plimsoll.device';

export interface KnownDevices {
  /** Does the request come from a device that the account knows? */
  isKnown(request: FastifyRequest, account: Credential): boolean;
  /** The device is known to the account from now on. */
  remember(reply: FastifyReply, account: Credential): void;
}

/**
 * Marks a device for one person and one password: a later holder of the address, or a new password, begins with devices that nobody knows.
 */
function deviceMark(secretKey: string, { userId, passwordHash }: Credential): string {
  return createHmac('sha256', secretKey).update(`device\n${userId}\n${passwordHash}`).digest('base64url');
}

function isMark(expected: string, mark: string | undefined): boolean {
  const [known, got] = [expected, mark ?? ''].map((text) => Buffer.from(text)) as [Buffer, Buffer];
  return got.length === known.length && timingSafeEqual(got, known);
}

export function knownDevices({ auth, config: { port, secretKey } }: Pick<ApiContext, 'auth' | 'config'>): KnownDevices {
  const { secure, of } = cookieNames(auth.origin, port);
  const cookie = of('device');
  return {
    isKnown: ({ cookies }, account) => {
      const expected = deviceMark(secretKey, account);
      return isMark(expected, cookies[cookie]) || isMark(expected, cookies[formerName]);
    },
    remember: (reply, account) => {
      reply.setCookie(cookie, deviceMark(secretKey, account), {
        // The prefix of a secure one (`__Host-`) asks for it.
        path: secure ? '/' : '/api/auth',
        httpOnly: true,
        sameSite: 'strict',
        secure,
        maxAge: 180 * 86_400,
      });
    },
  };
}

const slowed = new Map<string, LimitFunction>();

/**
 * Runs `work` a second later, one at a time for each `account`. This is for a known device with too many wrong passwords: the right
 * one still works, and guessing on a stolen device stays slow.
 */
export async function slowly<T>(account: string, work: () => Promise<T>): Promise<T> {
  const turn = slowed.get(account) ?? pLimit(1);
  slowed.set(account, turn);
  try {
    return await turn(async () => {
      await wait(1000);
      return work();
    });
  } finally {
    if (turn.activeCount + turn.pendingCount === 0) slowed.delete(account);
  }
}
