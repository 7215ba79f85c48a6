/**
 * Secrets in plans (contracts/plan-secrets says which) are kept under AES-256-GCM. The associated data binds a sealed text to its
 * team, its row and its field, so that it cannot be moved to another plan and read there.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { type Plan, planSchema } from '@plimsoll/contracts/plan';
import { mapSecrets, maskSecrets, secretsOf } from '@plimsoll/contracts/plan-secrets';
import { fieldProblems } from '@plimsoll/contracts/problem';
import { StoreError } from './store-error.ts';

const prefix = 'sealed:v1:';

export interface SealPlace {
  readonly teamId: string;
  /** Id of the run or saved plan the secret is kept in. */
  readonly rowId: string;
}

function keyOf(secretKey: string): Buffer {
  if (secretKey.length < 32) throw new StoreError('bad_secret_key', 'PLIMSOLL_SECRET_KEY needs at least 32 characters.');
  return Buffer.from(hkdfSync('sha256', secretKey, '', 'plimsoll plan secrets', 32));
}

function associated(place: SealPlace, field: string): Buffer {
  return Buffer.from(JSON.stringify([place.teamId, place.rowId, field.toLowerCase()]));
}

function seal(key: Buffer, place: SealPlace, field: string, text: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(associated(place, field));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return prefix + Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
}

function open(key: Buffer, place: SealPlace, field: string, sealed: string): string {
  const bytes = Buffer.from(sealed.slice(prefix.length), 'base64url');
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12)).setAAD(associated(place, field));
    decipher.setAuthTag(bytes.subarray(12, 28));
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
  } catch {
    throw new StoreError('unreadable_secret', `The secret "${field}" cannot be read: PLIMSOLL_SECRET_KEY is not the key it was kept with.`);
  }
}

/** The plan as it is kept. */
export function sealPlan(secretKey: string, place: SealPlace, plan: Plan): Plan {
  if (secretsOf(plan).length === 0) return plan;
  const key = keyOf(secretKey);
  return mapSecrets(plan, ({ name, value }) => seal(key, place, name, value));
}

/**
 * The kept plan as the engine needs it. Throws StoreError `unreadable_secret` under another key, `unreadable_plan` where this version
 * cannot tell what the plan means: it is never run as it is.
 */
export function openPlan(secretKey: string, place: SealPlace, plan: Plan): Plan {
  if (secretsOf(plan).length === 0) return runnablePlan(plan);
  const key = keyOf(secretKey);
  return runnablePlan(mapSecrets(plan, ({ name, value }) => (value.startsWith(prefix) ? open(key, place, name, value) : value)));
}

/**
 * The kept plan as people see it: every secret is `•••`. One that an earlier version kept has the defaults of what that version did not
 * know, since it means the same load; one that this version cannot read is shown as it is.
 */
export function maskPlan(plan: Plan): Plan {
  const masked = maskSecrets(plan);
  const parsed = planSchema.safeParse(masked);
  return parsed.success ? parsed.data : masked;
}

function runnablePlan(stored: Plan): Plan {
  const parsed = planSchema.safeParse(stored);
  if (parsed.success) return parsed.data;
  const [problem] = fieldProblems(parsed.error, stored);
  const where = problem?.field ? ` at ${problem.field}` : '';
  throw new StoreError(
    'unreadable_plan',
    `This version cannot read the plan that was stored${where}: ${problem?.message ?? 'it does not fit the schema.'} Save it anew.`,
  );
}
