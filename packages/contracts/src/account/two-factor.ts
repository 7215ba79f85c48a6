/** The second factor of a person: codes of an authenticator app (TOTP, RFC 6238), and recovery codes for when it is lost. */
import { z } from 'zod';
import { refused } from '../api/refusal.ts';
import { emailSchema, typedPassword } from './account.ts';

const spaced = (pattern: RegExp, code: 'six_digits' | 'give_code') =>
  z
    .string()
    .max(60)
    // Apps show "123 456".
    .transform((text) => text.replaceAll(/\s/g, ''))
    .refine((text) => pattern.test(text), refused(code));
const appCode = /^\d{6}$/;

/** Is it a code of an app, and not one of recovery? */
export const isAppCode = (code: string): boolean => appCode.test(code);

/** Six digits of the app. */
const appCodeSchema = spaced(appCode, 'six_digits');
/** Six digits of the app, or a recovery code. */
const anyCodeSchema = spaced(/^[\dA-Za-z-]+$/, 'give_code');

export const twoFactorSchema = z.strictObject({
  enabled: z.boolean(),
  /** Recovery codes that were not used yet. */
  recoveryCodesLeft: z.int(),
});

export const startTwoFactorSchema = z.strictObject({ password: typedPassword });
const recoveryCodesField = z.array(z.string());
/** All of it is shown once. */
export const startedTwoFactorSchema = z.strictObject({
  /** `otpauth://totp/…`, for a code that the app reads. */
  url: z.string(),
  /** The same secret in Base32, to be typed. */
  secret: z.string(),
  recoveryCodes: recoveryCodesField,
});
export type StartedTwoFactor = z.infer<typeof startedTwoFactorSchema>;
export const confirmTwoFactorSchema = z.strictObject({ code: appCodeSchema });
export const turnOffTwoFactorSchema = z.strictObject({ password: typedPassword, code: anyCodeSchema });
/** The old ones stop working. */
export const renewRecoveryCodesSchema = z.strictObject({ password: typedPassword });
export const recoveryCodesSchema = z.strictObject({ recoveryCodes: recoveryCodesField });

/** An owner of the installation does this for somebody who lost the app and the recovery codes. */
export const switchOffTwoFactorSchema = z.strictObject({ email: emailSchema });

/** The second step of a sign-in. */
export const secondStepSchema = z.strictObject({ code: anyCodeSchema });
