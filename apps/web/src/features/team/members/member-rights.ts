import { can, type Role } from '@plimsoll/contracts/account';
import type { memberListSchema } from '@plimsoll/contracts/members';
import type { z } from 'zod';

export type Member = z.infer<typeof memberListSchema>['items'][number];

/** The person who looks at the members. */
export interface Me {
  readonly userId: string;
  readonly role: Role;
  /** Name of the team. */
  readonly team: string;
  /** Where people come in by the provider alone there are no links for a new one. */
  readonly passwordsOff?: boolean;
}

/** A link for a new password that was made a moment ago. */
export interface MadeReset {
  readonly member: Member;
  readonly url: string;
  readonly expiresAt: string;
}

export interface MemberRights {
  /** Give another role. */
  readonly role: boolean;
  readonly reset: boolean;
  readonly handOver: boolean;
  readonly remove: boolean;
  readonly leave: boolean;
  /** Would leave, but the team would have no owner. */
  readonly lastOwner: boolean;
}

/**
 * The rights over a member of the person who looks, as the server judges them: owners are touched by owners only, and the last one stays.
 */
export function memberRights(me: Me, member: Member, members: readonly Member[]): MemberRights {
  const self = member.userId === me.userId;
  const touches = !self && can(me.role, 'member.edit') && (member.role !== 'owner' || me.role === 'owner');
  const lastOwner = self && member.role === 'owner' && members.filter(({ role }) => role === 'owner').length === 1;
  return {
    role: touches,
    reset: touches && can(me.role, 'member.reset') && !me.passwordsOff,
    handOver: !self && me.role === 'owner',
    remove: touches,
    leave: self && can(me.role, 'member.leave') && !lastOwner,
    lastOwner,
  };
}
