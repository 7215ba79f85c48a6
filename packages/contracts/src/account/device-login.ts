/** A machine that a person lets have a token, in a browser: the device flow of RFC 8628, in our words. */
import { z } from 'zod';
import { personNameSchema } from './account.ts';

/** Letters that are not mistaken for one another, and make no words: 20^8 codes are 34 bits. */
export const deviceLetters = 'BCDFGHJKLMNPQRSTVWXZ';
export const deviceCodeLength = 8;

/** How long a machine may wait for a decision. */
export const deviceLifeSeconds = 600;
/** How long a token that a machine gets lives. */
export const deviceTokenDays = 90;

export const askDeviceCodeSchema = z.strictObject({
  machine: personNameSchema.meta({ description: 'As the machine calls itself: people are shown it, and the token gets its name.' }),
});
export const deviceCodeSchema = z.strictObject({
  deviceCode: z.string().meta({ description: 'For the machine alone: it asks with it what was decided.' }),
  userCode: z.string().meta({ description: 'For the person, who types it: `BCDF-GHJK`.' }),
  verificationUrl: z.string().meta({ description: 'Where it is typed.' }),
  verificationUrlComplete: z.string().meta({ description: 'The same with the code in it.' }),
  expiresInSeconds: z.int().positive(),
  intervalSeconds: z.int().positive().meta({ description: 'The least time between two questions.' }),
});

export const askDeviceTokenSchema = z.strictObject({ deviceCode: z.string().max(100) });
export const deviceTokenSchema = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('pending'), intervalSeconds: z.int().positive() }),
  /** Asked too soon: the interval is longer now. */
  z.strictObject({ state: z.literal('slow_down'), intervalSeconds: z.int().positive() }),
  z.strictObject({ state: z.literal('denied') }),
  z.strictObject({ state: z.literal('approved'), token: z.string().meta({ description: 'Told this once.' }) }),
]);

/** Typed by a person: lower case, blanks and dashes are fine. */
export const userCodeSchema = z.string().max(40);
export const lookAtDeviceSchema = z.strictObject({ userCode: userCodeSchema });
export const decideDeviceSchema = z.strictObject({ userCode: userCodeSchema, approve: z.boolean() });
export const waitingDeviceSchema = z.strictObject({
  machine: z.string(),
  /** From which it asked. */
  address: z.string(),
  askedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
});
export type WaitingDevice = z.infer<typeof waitingDeviceSchema>;

/** As it is kept: its letters alone. */
export function lettersOf(userCode: string): string {
  return userCode.toUpperCase().replace(/[^A-Z]/g, '');
}

/** As it is shown: in two halves. */
export function shownUserCode(letters: string): string {
  const half = deviceCodeLength / 2;
  return `${letters.slice(0, half)}-${letters.slice(half)}`;
}
