/** 128 random bits as text. `crypto.randomUUID` exists only in secure contexts; plain http in a lab is not one. */
export function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
