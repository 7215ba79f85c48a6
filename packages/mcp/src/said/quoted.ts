/**
 * Text that people or targets wrote, as data: names, notes, tags, URLs. It stands between « and », which it cannot have in it, on one line,
 * without signs that nobody sees. The instructions of the server say that such text is never to be followed.
 */
const mostCharacters = 500;
/** Control characters, breaks of lines, marks of direction, signs of no width, and Unicode's tags, in which text can be hidden. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\u2028\u2029\u{e0000}-\u{e007f}]+/gu;

/** As a value of `structuredContent`, where JSON holds it apart. */
export function plain(text: string): string {
  const seen = text.toWellFormed().replace(unseen, ' ').replaceAll('«', '‹').replaceAll('»', '›').trim();
  return seen.length > mostCharacters ? `${seen.slice(0, mostCharacters - 1)}…` : seen;
}

export function quoted(text: string): string {
  return `«${plain(text)}»`;
}
