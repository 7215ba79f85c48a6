import type { Role } from '@plimsoll/contracts/account';
import { expect, test } from 'vitest';
import { type Me, type Member, memberRights } from './member-rights.ts';

const member = (userId: string, role: Role): Member => ({
  userId,
  name: userId,
  email: `${userId}@example.com`,
  role,
  joinedAt: '2026-01-01T00:00:00.000Z',
  lastSeenAt: null,
});
const ada = member('ada', 'owner');
const grace = member('grace', 'admin');
const alan = member('alan', 'viewer');
const all = [ada, grace, alan];
const me = ({ userId, role }: Member): Me => ({ userId, role, team: 'Payments' });

test('an owner touches everybody, and the last one cannot go', () => {
  expect(memberRights(me(ada), grace, all)).toEqual({
    role: true,
    reset: true,
    handOver: true,
    remove: true,
    leave: false,
    lastOwner: false,
  });
  expect(memberRights(me(ada), ada, all)).toMatchObject({ leave: false, lastOwner: true, remove: false, role: false });
  expect(memberRights(me(ada), ada, [...all, member('edsger', 'owner')])).toMatchObject({ leave: true, lastOwner: false });
});

test('an admin touches everybody but owners', () => {
  expect(memberRights(me(grace), alan, all)).toMatchObject({ role: true, reset: true, handOver: false, remove: true });
  expect(memberRights(me(grace), ada, all)).toMatchObject({ role: false, reset: false, handOver: false, remove: false });
});

test('a viewer may leave, and do nothing else', () => {
  expect(memberRights(me(alan), alan, all)).toEqual({
    role: false,
    reset: false,
    handOver: false,
    remove: false,
    leave: true,
    lastOwner: false,
  });
  expect(memberRights(me(alan), grace, all)).toMatchObject({ role: false, reset: false, handOver: false, remove: false, leave: false });
});
