/** `2026-11-22 17:05:09 UTC`: a report is read where nobody knows the server's zone. */
export function formatUtc(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`;
}
