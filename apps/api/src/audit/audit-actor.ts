/** The caller and the caller's address, as the audit log keeps them. */
import { type AuditActor, type AuditPlace, type Deed, writeAudit } from '@plimsoll/store/audited';
import type { Db } from '@plimsoll/store/db';
import type { FastifyRequest } from 'fastify';
import { teamCaller } from '../auth/access.ts';

const systems: readonly [RegExp, string][] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Linux/, 'Linux'],
];
/** The first that fits is meant: each browser names the ones it wants to be taken for. */
const browsers = ['Edg', 'OPR', 'Firefox', 'Chrome', 'Safari'];
const mostCharacters = 60;

/** Browser and system in a few words ("Firefox 128, Linux"); a program as it names itself, cut short; null where nothing was said. */
export function shortAgent(agent: string | undefined): string | null {
  if (!agent) return null;
  for (const browser of browsers) {
    const version = new RegExp(`${browser}/(\\d+)`).exec(agent)?.[1];
    if (version === undefined) continue;
    const system = systems.find(([pattern]) => pattern.test(agent))?.[1];
    return [`${{ Edg: 'Edge', OPR: 'Opera' }[browser] ?? browser} ${version}`, ...(system ? [system] : [])].join(', ');
  }
  return agent.slice(0, mostCharacters);
}

export function auditPlace(request: FastifyRequest): AuditPlace {
  return { address: request.ip, agent: shortAgent(request.headers['user-agent']) };
}

/**
 * Notes what is taken along as a file, or was kept by another thread a moment ago. A full disk must not keep people from the first, nor
 * undo the second: the log says what could not be noted.
 */
export async function noteDone(db: Db, request: FastifyRequest, deed: Deed): Promise<void> {
  await writeAudit(db, auditActor(request), deed).catch((error: unknown) =>
    request.log.error({ err: error }, `${deed.action} was not noted`),
  );
}

/** The caller of a guarded route. */
export function auditActor(request: FastifyRequest): AuditActor {
  const { teamId, userId, tokenId } = teamCaller(request);
  return { teamId, userId, tokenId, ...auditPlace(request) };
}
