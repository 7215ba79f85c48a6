/** How text stands in CSV (RFC 4180). */

/**
 * One cell of text: quoted where it must be, and with an apostrophe before what a spreadsheet would run as a formula. Figures are written
 * as they are: a minus before a digit runs nothing.
 */
export function csvCell(text: string): string {
  const harmless = /^\s*[=+\-@]|^[\t\r\n]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** Lines as one file: each ends with CRLF. */
export function csvLines(lines: readonly string[]): string {
  return `${lines.join('\r\n')}\r\n`;
}
