/** The lines of a text with their numbers from 1, one at a time: a list of all of them would take more memory than the text. */
export function* listLines(text: string): Generator<readonly [line: string, number: number]> {
  let number = 0;
  for (let from = 0; from < text.length; ) {
    const at = text.indexOf('\n', from);
    const end = at < 0 ? text.length : at;
    number += 1;
    yield [text.slice(from, text[end - 1] === '\r' && end > from ? end - 1 : end), number];
    from = end + 1;
  }
}
