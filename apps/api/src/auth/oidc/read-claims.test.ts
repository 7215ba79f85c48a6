import { expect, it } from 'vitest';
import { joinClaims, tellsSecondFactor } from './read-claims.ts';

it('takes the signed word first, and no confirmation of another address', () => {
  const signed = { sub: '1', email: 'owner@example.com', name: 'Signed' };
  const others = { sub: '1', name: 'Other', groups: ['dev'], email_verified: true };
  expect(joinClaims(signed, { ...others, email: 'mine@example.com' })).toEqual({ ...signed, groups: ['dev'] });
  expect(joinClaims(signed, others)).toEqual({ ...signed, groups: ['dev'] });
  expect(joinClaims(signed, { ...others, email: signed.email })).toMatchObject({ email: signed.email, email_verified: true });
  expect(joinClaims({ sub: '1' }, { ...others, email: 'mine@example.com' })).toMatchObject({
    email: 'mine@example.com',
    email_verified: true,
  });
  expect(joinClaims({ ...signed, email_verified: false }, { ...others, email: signed.email })).toMatchObject({ email_verified: false });
});

it('finds a second factor in a level that the operator names, else in ways of two kinds', () => {
  for (const amr of [['mfa'], ['pwd', 'otp'], ['hwk', 'pin'], ['hwk', 'fpt', 'user'], 'mfa'])
    expect(tellsSecondFactor({ amr }, []), String(amr)).toBe(true);
  for (const amr of [undefined, [], ['pwd'], ['pwd', 'kba'], ['otp', 'sms'], ['pwd', 'user', 'geo'], [['mfa']], { mfa: true }])
    expect(tellsSecondFactor({ amr }, []), String(amr)).toBe(false);
  expect(tellsSecondFactor({ acr: 'gold' }, ['silver', 'gold'])).toBe(true);
  for (const acr of [undefined, 'bronze', ['gold'], '', 1])
    expect(tellsSecondFactor({ acr, amr: ['mfa'] }, ['silver', 'gold']), String(acr)).toBe(false);
});
