/** Whether the installation works: for people, and for probes. */
import { z } from 'zod';

/** The troubles that keep a part from working. `silent`: it stands there and does not answer. */
export const troubleKinds = [
  'unreachable',
  'silent',
  'wrong_password',
  'untrusted_certificate',
  'no_tls',
  'read_only',
  'refuses_connections',
  'disk_full',
  'other',
] as const;
export type TroubleKind = (typeof troubleKinds)[number];
export const troubledParts = ['database', 'queue'] as const;
export type TroubledPart = (typeof troubledParts)[number];
/** Those that keep old series from being moved and read. `no_bucket`: the store is there and has no bucket of that name. */
export type ArchiveTroubleKind =
  | Extract<TroubleKind, 'unreachable' | 'silent' | 'untrusted_certificate' | 'wrong_password' | 'refuses_connections' | 'other'>
  | 'no_bucket';
/** The trouble in words that anybody may read. */
export const troubleSchema = z
  .strictObject({
    part: z.enum([...troubledParts, 'archive']),
    kind: z.enum([...troubleKinds, 'no_bucket']),
    sentence: z.string(),
  })
  .meta({ id: 'Trouble' });
export type Trouble = z.infer<typeof troubleSchema>;

const part = z.enum(['ok', 'down']);
export const healthSchema = z
  .strictObject({
    status: z.enum(['ok', 'degraded']),
    /** `read_only`: it can be read and takes no writes, as a standby. */
    database: z.enum(['ok', 'read_only', 'down']),
    /** `full`: the last write of this process found no room. The stored data can still be read. */
    storage: z.enum(['ok', 'full']),
    queue: part,
    /** Workers online that take new loads. */
    workers: z.int().nonnegative(),
    /** Pools at rest start workers as runs ask for them (`PLIMSOLL_POOLS`), so that none online is no trouble. Absent: nothing does. */
    poolsScale: z.literal(true).optional(),
    /** Where the series of old runs lie; nothing else waits for it. Absent: the installation has none. */
    archive: part.optional(),
    /** When something was last written there, ISO 8601. */
    archiveWrittenAt: z.string().optional(),
    /** The reason why a part is not ok. */
    troubles: z.array(troubleSchema).default([]),
  })
  .meta({ id: 'Health' });
export type Health = z.infer<typeof healthSchema>;

/** The process's event loop turns. */
export const liveSchema = z.strictObject({ live: z.literal(true) }).meta({ id: 'Live' });
/** May it take requests? `missing` names what is not as it should be, also where requests are taken all the same. */
export const readySchema = z.strictObject({ ready: z.boolean(), missing: z.array(troubleSchema) }).meta({ id: 'Ready' });
