import { openPool } from '@plimsoll/store/database';
import { type LoginLimits, openLoginLimits } from '@plimsoll/store/login-limits';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { useDatabase } from './support.ts';

const scene = useDatabase();
let limits: LoginLimits;
const allowance = { perAccount: 3, perAddress: 5, windowSeconds: 900 };
beforeAll(() => {
  limits = openLoginLimits(scene.db, allowance);
});
beforeEach(() => scene.db.query('DELETE FROM login_limits'));

/** Counts how many of so many tries at once are let through. */
async function tries(count: number, account: string, address: string): Promise<number> {
  const made = await Promise.all(Array.from({ length: count }, () => limits.begin(account, address)));
  return made.filter((attempt) => attempt !== null).length;
}

test('tries at once are counted one by one, by every process that shares the database', async () => {
  const other = openPool(scene.url);
  const elsewhere = openLoginLimits(other, allowance);
  const made = await Promise.all(Array.from({ length: 8 }, (_, n) => (n % 2 ? limits : elsewhere).begin('account', `10.0.0.${n}`)));
  await other.end();
  expect(made.filter((attempt) => attempt !== null)).toHaveLength(3);
});

test('one address may fail so often over all accounts, and an account that it cannot try is not charged', async () => {
  for (const account of ['a', 'b', 'c', 'd', 'e']) expect(await limits.begin(account, '10.0.0.1')).not.toBeNull();
  expect(await tries(4, 'f', '10.0.0.1')).toBe(0);
  expect(await tries(3, 'f', '10.0.0.2')).toBe(3);
});

test('a sign-in that works forgets the failures of the account', async () => {
  await tries(2, 'account', '10.0.0.1');
  await (await limits.begin('account', '10.0.0.1'))?.worked();
  expect(await tries(4, 'account', '10.0.0.2')).toBe(3);
});

test('failures are forgotten when their time is over', async () => {
  expect(await tries(4, 'account', '10.0.0.1')).toBe(3);
  await scene.db.query('UPDATE login_limits SET expire = expire - 900000');
  expect(await limits.begin('account', '10.0.0.1')).not.toBeNull();
});
