/** Passkeys (WebAuthn), by `@simplewebauthn/server`: discoverable, with the person verified by the device, for the name of this installation alone. */
import type { NewPasskey, StoredPasskey } from '@plimsoll/store/passkeys';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';

/** With the first passkey that is asked for: its certificates are a tenth of a second of a core, which no start waits for. */
const rules = () => import('@simplewebauthn/server');

const nameOf = (origin: string) => new URL(origin).hostname;

export async function registrationOptions(
  origin: string,
  person: { readonly id: string; readonly name: string; readonly email: string },
  known: readonly string[],
) {
  return (await rules()).generateRegistrationOptions({
    rpName: 'Plimsoll',
    rpID: nameOf(origin),
    userID: new Uint8Array(Buffer.from(person.id)),
    userName: person.email,
    userDisplayName: person.name,
    attestationType: 'none',
    excludeCredentials: known.map((id) => ({ id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

/** Null: it is none for this challenge and this installation, or its device did not verify the person. */
export async function readRegistration(
  origin: string,
  challenge: string,
  response: RegistrationResponseJSON,
): Promise<Omit<NewPasskey, 'name'> | null> {
  const { verifyRegistrationResponse } = await rules();
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: nameOf(origin),
    requireUserVerification: true,
  }).catch(() => ({ verified: false as const, registrationInfo: undefined }));
  if (!verified || !registrationInfo) return null;
  const { credential, credentialBackedUp } = registrationInfo;
  return {
    credentialId: credential.id,
    publicKey: credential.publicKey,
    counter: credential.counter,
    transports: response.response.transports ?? [],
    backedUp: credentialBackedUp,
  };
}

export async function signInOptions(origin: string) {
  return (await rules()).generateAuthenticationOptions({ rpID: nameOf(origin), userVerification: 'required' });
}

/** The passkey's own count after this use; null: it does not sign for this challenge and this installation, or its device did not verify the person. */
export async function readSignIn(
  origin: string,
  challenge: string,
  response: AuthenticationResponseJSON,
  passkey: StoredPasskey,
): Promise<number | null> {
  const { userHandle } = response.response;
  if (userHandle && Buffer.from(userHandle, 'base64url').toString() !== passkey.userId) return null;
  const { verifyAuthenticationResponse } = await rules();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: nameOf(origin),
    credential: { id: passkey.credentialId, publicKey: new Uint8Array(passkey.publicKey), counter: passkey.counter },
    requireUserVerification: true,
  }).catch(() => ({ verified: false as const, authenticationInfo: undefined }));
  return verified && authenticationInfo ? authenticationInfo.newCounter : null;
}
