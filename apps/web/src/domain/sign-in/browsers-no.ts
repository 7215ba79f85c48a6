/** Did the browser, or the person in its dialog, end it? Its words are for programmers. */
export const isBrowsersNo = (error: unknown): boolean =>
  error instanceof Error &&
  ['NotAllowedError', 'AbortError', 'SecurityError', 'InvalidStateError', 'NotSupportedError', 'WebAuthnError'].includes(error.name);
