/** Text that Postgres can keep: no NUL; and names. */
import { z } from 'zod';
import { refused } from '../api/refusal.ts';

export const text = (max: number) =>
  z
    .string()
    .max(max)
    .refine((value) => !value.includes('\u0000'), refused('nul_character'));

/** A name: one line without control characters, as mails, logs and lists show it. */
export const oneLine = (max: number, missing: 'give_name' | 'give_it_a_name') =>
  z
    .string()
    .trim()
    .min(1, refused(missing))
    .max(max)
    .refine((value) => !/[\p{Cc}\u2028\u2029]/u.test(value), refused('control_character'));
