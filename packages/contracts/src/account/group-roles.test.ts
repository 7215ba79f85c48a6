import { expect, test } from 'vitest';
import { groupRolesSchema, highestRole } from './group-roles.ts';

const read = (text: string) => groupRolesSchema.safeParse(text);

test('roles of groups are read, whatever signs a group or a team has', () => {
  expect(read(' sre:owner@*, dev:editor@Checkout ,/realm/a:b@example.com:viewer@Pay: and go,').data).toEqual([
    { group: 'sre', role: 'owner', team: null },
    { group: 'dev', role: 'editor', team: 'Checkout' },
    { group: '/realm/a:b@example.com', role: 'viewer', team: 'Pay: and go' },
  ]);
  expect(read('').data).toEqual([]);
});

test('an entry that is none is refused with its text', () => {
  for (const wrong of ['sre', 'sre:owner', 'sre:boss@*', ':owner@*', 'sre:owner@', 'sre=owner@*', 'sre:Owner@*'])
    expect(read(`dev:viewer@*,${wrong}`).error?.issues, wrong).toMatchObject([
      { message: 'group_role', params: { values: { got: wrong } } },
    ]);
});

test('of several roles the highest counts', () => {
  expect(highestRole(['viewer', null, 'admin', 'editor'])).toBe('admin');
  expect(highestRole([null])).toBeNull();
});
