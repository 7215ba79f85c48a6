/** `plimsoll break-glass`: a link for an owner of the installation, for when nobody gets in by the provider. Whoever has the database has this right. */
import { userInfo } from 'node:os';
import { hashOfLinkToken, newLinkToken } from '@plimsoll/api/link-token';
import { breakGlassMinutes, type InstallationOwner, insertBreakGlass, listInstallationOwners } from '@plimsoll/store/break-glass';
import { openPool } from '@plimsoll/store/database';
import type { StandaloneConfig } from '../config.ts';

type Say = (sentence: string) => void;

/** Throws an Error that lists the owners where it is not said which is meant. */
export function chooseOwner(owners: readonly InstallationOwner[], email: string | undefined): InstallationOwner {
  const [only] = owners;
  if (!only) throw new Error('This installation has no owner yet: open it in a browser and make one.');
  if (email === undefined && owners.length === 1) return only;
  const named = owners.find((owner) => owner.email === email?.toLowerCase());
  if (named) return named;
  const list = owners.map((owner) => owner.email).join(', ');
  throw new Error(
    email === undefined
      ? `Name one of the owners of the installation: ${list}.`
      : `No owner of the installation has this address. Owners: ${list}.`,
  );
}

function operator(): string {
  try {
    return `plimsoll break-glass as ${userInfo().username}`;
  } catch {
    return 'plimsoll break-glass';
  }
}

/** Answers the link. */
export async function makeBreakGlassLink(
  url: string,
  { baseUrl, host, port }: Pick<StandaloneConfig, 'baseUrl' | 'host' | 'port'>,
  email: string | undefined,
  say: Say,
): Promise<string> {
  const db = openPool(url, { applicationName: 'plimsoll break-glass', max: 1 });
  try {
    const owner = chooseOwner(await listInstallationOwners(db), email);
    const token = newLinkToken();
    const expiresAt = new Date(Date.now() + breakGlassMinutes.link * 60_000);
    await insertBreakGlass(db, owner, { tokenHash: hashOfLinkToken(token), expiresAt }, { address: null, agent: operator() });
    say(
      `This link signs ${owner.name} (${owner.email}) in once, until ${expiresAt.toISOString()}. It is in the audit log of each of the owner's teams, and owners are mailed when it is used, where SMTP is set.`,
    );
    const shownHost = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
    const origin = baseUrl?.replace(/\/+$/, '') ?? `http://${shownHost.includes(':') ? `[${shownHost}]` : shownHost}:${port}`;
    return `${origin}/break-glass/${token}`;
  } finally {
    await db.end();
  }
}
