/** Colours and titles of a terminal: ECMA-48's control sequences, and operating system commands. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they begin with an escape.
const escapes = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\))/g;

/** What a tool printed, without escapes; each line ends with LF alone. */
export function plainPrint(text: string): string {
  return text.replace(escapes, '').replace(/\r\n?/g, '\n');
}
