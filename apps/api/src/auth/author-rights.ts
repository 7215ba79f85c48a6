/** The rights, at this moment, of somebody who is not here: the author of a schedule or a hook, and the token that acted for this person then. */
import { type Action, can, scopeAllows } from '@plimsoll/contracts/account';
import type { ScheduleReason } from '@plimsoll/contracts/schedule';
import type { Db } from '@plimsoll/store/db';
import { findRole } from '@plimsoll/store/members';
import { findLivingScopes } from '@plimsoll/store/tokens';

export interface AbsentAuthor {
  readonly teamId: string;
  /** Null: without an account now. */
  readonly authorId: string | null;
  /** Null: the person did it. */
  readonly tokenId: string | null;
}

/** The right that is lost; the person's id where none is. */
export async function judgeAuthor(
  db: Db,
  { teamId, authorId, tokenId }: AbsentAuthor,
  action: Action,
): Promise<{ readonly userId: string } | { readonly lost: ScheduleReason }> {
  const role = authorId === null ? null : await findRole(db, authorId, teamId);
  if (authorId === null || role === null) return { lost: { kind: 'authorLeft' } };
  if (!can(role, action)) return { lost: { kind: 'authorMayNot', role } };
  const granted = tokenId === null ? null : await findLivingScopes(db, tokenId);
  if (tokenId !== null && (granted === null || !scopeAllows(granted, action))) return { lost: { kind: 'tokenEnded' } };
  return { userId: authorId };
}
