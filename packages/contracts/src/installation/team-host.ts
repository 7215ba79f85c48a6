/** Public hosts that a team proves to be its own: by a file that the host serves, or by a record of its DNS. */
import { z } from 'zod';
import { refusal, refuse } from '../api/refusal.ts';

/** A team proves so many hosts at most. */
export const mostHosts = 50;

const label = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?';
const fullName = new RegExp(`^(${label}\\.)+(?!\\d+$)${label}$`);

/** A full name, in lower case, without wildcard, scheme and port. */
export const hostSchema = z
  .string()
  .max(300)
  .trim()
  .toLowerCase()
  .superRefine((text, context) => {
    const isLocal = text.endsWith('.localhost');
    if (text.length > 253 || !fullName.test(text) || isLocal) refuse(context, [], refusal('host_entry'));
  });

export const addHostSchema = z.strictObject({ host: hostSchema });
export type AddHost = z.infer<typeof addHostSchema>;

/** `proven`: the last look found the proof. `lost`: it was found before, but not by the last look. */
const hostStateSchema = z.enum(['waiting', 'proven', 'lost']);
const proofKindSchema = z.enum(['file', 'dns']);
export type ProofKind = z.infer<typeof proofKindSchema>;

export const teamHostSchema = z.strictObject({
  id: z.string(),
  host: z.string(),
  state: hostStateSchema,
  /** The host serves `content` at this path, by https or http on the usual port. */
  file: z.strictObject({ path: z.string(), content: z.string() }),
  /** Or its DNS has a TXT record with this value. */
  record: z.strictObject({ name: z.string(), value: z.string() }),
  checkedAt: z.iso.datetime().nullable(),
  provenAt: z.iso.datetime().nullable(),
  provenBy: proofKindSchema.nullable(),
  /** The reason why the last look found no proof, as a sentence. */
  problem: z.string().nullable(),
});
export type TeamHost = z.infer<typeof teamHostSchema>;

export const teamHostsSchema = z.strictObject({ items: z.array(teamHostSchema) });

/**
 * The place of the proof and its text, from a token of 64 hexadecimal digits. Only half of the token is asked for: a server that
 * sends back what it was asked proves nothing.
 */
export function proofOf(host: string, token: string): Pick<TeamHost, 'file' | 'record'> {
  const value = `plimsoll=${token.slice(32)}`;
  return {
    file: { path: `/.well-known/plimsoll-${token.slice(0, 32)}.txt`, content: value },
    record: { name: `_plimsoll.${host}`, value },
  };
}
