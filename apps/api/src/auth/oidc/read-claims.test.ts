import { expect, it } from 'vitest';
import { joinClaims } from './read-claims.ts';

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
