/** A device that signed in to an account before. A stranger's guesses must not lock its owner out. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Credential } from '@plimsoll/store/own-account';
import type { FastifyReply } from 'fastify';
import pLimit, { type LimitFunction } from 'p-limit';

export const deviceCookie = 'plimsoll.device';

/**
 * Marks a device for one person and one password: a later holder of the address, or a new password, begins with devices that nobody knows.
 */
function deviceMark(secretKey: string, { userId, passwordHash }: Credential): string {
  return createHmac('sha256', secretKey).update(`device\n${userId}\n${passwordHash}`).digest('base64url');
}

/** `mark`: value of the device's cookie. */
export function isKnownDevice(secretKey: string, account: Credential, mark: string | undefined): boolean {
  const expected = Buffer.from(deviceMark(secretKey, account));
  const got = Buffer.from(mark ?? '');
  return got.length === expected.length && timingSafeEqual(got, expected);
}

/** This device is known to the account from now on. */
export function rememberDevice(reply: FastifyReply, secretKey: string, account: Credential, secure: boolean): void {
  reply.setCookie(deviceCookie, deviceMark(secretKey, account), {
    path: '/api/auth',
    httpOnly: true,
    sameSite: 'strict',
    secure,
    maxAge: 180 * 86_400,
  });
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
