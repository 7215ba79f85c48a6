/** Text that Postgres can keep: no NUL. */
import { z } from 'zod';
import { refused } from '../api/refusal.ts';

export const text = (max: number) =>
  z
    .string()
    .max(max)
    .refine((value) => !value.includes('\u0000'), refused('nul_character'));
