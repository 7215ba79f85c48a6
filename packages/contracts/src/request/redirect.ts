/** Answers that send the client elsewhere (RFC 9110, 15.4): 304 does not. They are not followed. */
export const redirectStatuses: readonly number[] = [301, 302, 303, 307, 308];

export function isRedirect(status: number): boolean {
  return status >= 300 && redirectStatuses.includes(status);
}

/** Longer addresses are cut. */
export const mostLocationSigns = 300;
