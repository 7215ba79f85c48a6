/**
 * Secrets in plans (contracts/plan-secrets says which) are kept under AES-256-GCM. The associated data binds a sealed text to its
 * team, its row and its field, so that it cannot be moved to another plan and read there. In a field that only holds secrets the
 * whole is sealed, and stands in it where its first secret stood. A print goes along: the same secret of a team has the same
 * one, so that two plans can be told apart without opening them.
 */

import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { type Plan, planSchema } from '@plimsoll/contracts/plan';
import { findSecrets, hideSecrets, mapSecrets, maskSecrets, sealedText } from '@plimsoll/contracts/plan-secrets';
import { type FieldProblem, fieldProblems, maskedSecret } from '@plimsoll/contracts/problem';
import type { IssueText } from '@plimsoll/contracts/refusal';
import { readStoredPlan, type ShownPlan } from '@plimsoll/contracts/shown-plan';
import { planPlace } from '@plimsoll/wording/failure-sentence';
import { issueSentence } from '@plimsoll/wording/refusal-sentence';
import { StoreError } from './store-error.ts';

const prefix = 'sealed:v1:';
const leastKeyLength = 32;

export interface SealPlace {
  readonly teamId: string;
  /** Id of the run, saved plan or webhook the secret is kept in. */
  readonly rowId: string;
}

interface Keys {
  readonly seals: Buffer;
  readonly prints: Buffer;
}

function deriveKeys(secretKey: string): Keys {
  if (secretKey.length < leastKeyLength) throw new StoreError('bad_secret_key', { least: leastKeyLength });
  const derive = (use: string) => Buffer.from(hkdfSync('sha256', secretKey, '', use, 32));
  return { seals: derive('plimsoll plan secrets'), prints: derive('plimsoll prints of plan secrets') };
}

function associated(place: SealPlace, field: string): Buffer {
  return Buffer.from(JSON.stringify([place.teamId, place.rowId, field.toLowerCase()]));
}

function seal({ seals, prints }: Keys, place: SealPlace, field: string, text: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', seals, nonce).setAAD(associated(place, field));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  const print = createHmac('sha256', prints)
    .update(JSON.stringify([place.teamId, field.toLowerCase(), text]))
    .digest()
    .subarray(0, 12);
  return `${prefix}${Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')}.${print.toString('base64url')}`;
}

function open({ seals }: Keys, place: SealPlace, field: string, sealed: string): string {
  const bytes = Buffer.from(sealed.slice(prefix.length).replace(/\..*$/, ''), 'base64url');
  try {
    const decipher = createDecipheriv('aes-256-gcm', seals, bytes.subarray(0, 12)).setAAD(associated(place, field));
    decipher.setAuthTag(bytes.subarray(12, 28));
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
  } catch {
    throw new StoreError('unreadable_secret', { field });
  }
}

/** Another secret of a team than those of plans, as it is kept: `field` of the row is its name. */
export function sealText(secretKey: string, place: SealPlace, field: string, text: string): string {
  return seal(deriveKeys(secretKey), place, field, text);
}

/** Throws StoreError `unreadable_secret` under another key, or at another place. */
export function openText(secretKey: string, place: SealPlace, field: string, sealed: string): string {
  return open(deriveKeys(secretKey), place, field, sealed);
}

/** The plan as it is kept. */
export function sealPlan(secretKey: string, place: SealPlace, plan: Plan): Plan {
  if (findSecrets(plan).length === 0) return plan;
  const keys = deriveKeys(secretKey);
  return mapSecrets(plan, (secret) => hideSecrets(secret, seal(keys, place, secret.name, secret.value)));
}

/**
 * The kept plan as the engine needs it, with the defaults of what the version that kept it did not know. Throws StoreError
 * `unreadable_secret` under another key, and `unreadable_plan` where the plan's schema refuses it: such a plan is never run as it is.
 */
export function openPlan(secretKey: string, place: SealPlace, stored: Plan): Plan {
  const parsed = planSchema.safeParse(withOpenSecrets(secretKey, place, stored));
  if (parsed.success) return parsed.data;
  const issues: IssueText[] = [];
  const problems = fieldProblems(parsed.error, stored, (issue) => {
    issues.push(issue);
    return issueSentence(issue);
  });
  throw unreadable(problems, issues[0] ?? null);
}

function withOpenSecrets(secretKey: string, place: SealPlace, stored: Plan): Plan {
  try {
    if (findSecrets(stored).length === 0) return stored;
    const keys = deriveKeys(secretKey);
    return mapSecrets(stored, ({ name, value }) => {
      const [sealed] = sealedText.exec(value) ?? [];
      return sealed === undefined ? value : open(keys, place, name, sealed);
    });
  } catch (error) {
    // Not even shaped like a plan: its secrets cannot be looked for. The schema says what is wrong with it.
    if (error instanceof TypeError) return stored;
    throw error;
  }
}

function unreadable(problems: readonly FieldProblem[], issue: IssueText | null): StoreError {
  const [first] = problems;
  return new StoreError('unreadable_plan', { place: planPlace(first?.field ?? ''), problem: first?.message ?? '' }, problems, issue);
}

/** The kept plan as people see it: every secret is `•••`, and what cannot be read is named in `unreadable`. Nothing else is judged. */
export function maskPlan(stored: unknown): ShownPlan {
  return maskSecrets(readStoredPlan(stored, issueSentence));
}

/** The same with the print of each secret, which tells two secrets apart: to compare plans by, never to show. */
export function printPlan(stored: unknown): ShownPlan {
  const plan = readStoredPlan(stored, issueSentence);
  const print = (value: string) => `${maskedSecret}${sealedText.exec(value)?.[1] ?? ''}`;
  return { ...plan, ...mapSecrets(plan, (secret) => hideSecrets(secret, print(secret.value))) };
}
