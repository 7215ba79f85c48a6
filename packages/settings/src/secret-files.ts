/** Secrets that stand in files: each may be named by NAME_FILE in place of NAME, as containers and systemd hand them in. */
import { closeSync, openSync, readSync } from 'node:fs';
import { type Refusal, refusal, toIssueText } from '@plimsoll/contracts/refusal';
import { issueSentence } from '@plimsoll/wording/refusal-sentence';

/** Settings that are secrets, or addresses with a password in them. The table of settings and the Helm chart read this list. */
export const secretSettings = [
  'DATABASE_URL',
  'MIGRATE_DATABASE_URL',
  'REDIS_URL',
  'PLIMSOLL_SECRET_KEY',
  'PLIMSOLL_METRICS_TOKEN',
  'SMTP_URL',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'PLIMSOLL_S3_ACCESS_KEY_ID',
  'PLIMSOLL_S3_SECRET_ACCESS_KEY',
  'PLIMSOLL_OIDC_CLIENT_SECRET',
] as const;

/** Longer ones are no secret but another file. */
const mostBytes = 64 * 1024;

type Environment = Readonly<Record<string, string | undefined>>;

export interface FoundSecrets {
  /** The environment with the content of each NAME_FILE as NAME, and without NAME_FILE. */
  readonly environment: Environment;
  /** What is wrong, by the name of the secret. It says nothing of a path or a content: a path may be a secret in the wrong place. */
  readonly refusals: ReadonlyMap<string, Refusal>;
}

/** Reads the files of those secrets that are among `names`; others are their readers' to read. */
export function readSecretFiles(names: readonly string[], environment: Environment): FoundSecrets {
  const found: Record<string, string | undefined> = { ...environment };
  const refusals = new Map<string, Refusal>();
  for (const name of secretSettings.filter((secret) => names.includes(secret))) {
    if (!environment[`${name}_FILE`]) continue;
    delete found[`${name}_FILE`];
    const content = findIn(name, environment);
    if (content === undefined || typeof content === 'string') found[name] = content;
    else refusals.set(name, content);
  }
  return { environment: found, refusals };
}

/**
 * A secret that stands in no schema, as a command reads it: NAME, or what stands in the file that NAME_FILE names; undefined where neither is set.
 * Throws an Error that says what is wrong with the file.
 */
export function findSecret(name: string, environment: Environment): string | undefined {
  const found = findIn(name, environment);
  if (found === undefined || typeof found === 'string') return found?.trim();
  throw new Error(issueSentence(toIssueText(found)));
}

function findIn(name: string, environment: Environment): string | Refusal | undefined {
  const path = environment[`${name}_FILE`];
  if (!path) return environment[name] || undefined;
  return environment[name] ? refusal('secret_twice', { name }) : readSecret(name, path);
}

/** The content without the newline that editors and `echo` put at its end. */
function readSecret(name: string, path: string): string | Refusal {
  const bytes = Buffer.alloc(mostBytes + 1);
  let length = 0;
  try {
    const file = openSync(path, 'r');
    try {
      // A pipe gives what it has, a piece at a time.
      for (let read = -1; read !== 0 && length < bytes.length; length += read)
        read = readSync(file, bytes, length, bytes.length - length, null);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    return refusal('secret_unreadable', { name, reason: (error as NodeJS.ErrnoException).code ?? '?' });
  }
  if (length > mostBytes) return refusal('secret_too_long', { name });
  const content = bytes.toString('utf8', 0, length).replace(/\r?\n$/, '');
  return content === '' ? refusal('secret_empty', { name }) : content;
}
