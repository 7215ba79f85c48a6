/** The width of text in Inter, near enough to break lines and to size a badge; a browser without Inter is told the length. */

const narrow = /[ijl.,:;'|!()[\]\u00a0 ·]/;
const slim = /[ftrI1\-/"*]/;
const wide = /[mwMW%@—…ΩÆŒ]/;
const capital = /[A-ZΔ+−=<>~\d]/;
/** East Asian scripts and emoji fill a square. */
const square = /[\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7af\uf900-\ufaff\uff00-\uff60]|[\u{1f000}-\u{1faff}]/u;

function measureSign(sign: string): number {
  if (square.test(sign)) return 1.05;
  if (narrow.test(sign)) return 0.29;
  if (slim.test(sign)) return 0.4;
  if (wide.test(sign)) return 0.9;
  return capital.test(sign) ? 0.67 : 0.58;
}

/** In the unit of `sizePx`. */
export function textWidth(text: string, sizePx: number): number {
  let ems = 0;
  for (const sign of text) ems += measureSign(sign);
  return ems * sizePx;
}

/** One line that fits, cut with an ellipsis where it must be. */
export function fitted(text: string, sizePx: number, widthPx: number): string {
  if (textWidth(text, sizePx) <= widthPx) return text;
  let left = '';
  for (const sign of text) {
    if (textWidth(`${left}${sign}…`, sizePx) > widthPx) break;
    left += sign;
  }
  return `${left.trimEnd()}…`;
}

/** East Asian text breaks between any two signs, but for a closing one, which begins no line. */
const pieces =
  /[\u2e80-\ua4cf\uac00-\ud7af\uf900-\ufaff\uff00-\uff60][\u3001-\u3002\u300b\u300d\u300f\u3011\uff01\uff09\uff0c\uff1a\uff1b\uff1f]*|[^\u2e80-\ua4cf\uac00-\ud7af\uf900-\ufaff\uff00-\uff60]+/gu;

/** Lines broken at spaces and between East Asian signs, at most `most`; the last one is cut where text is left over. */
export function wrapped(text: string, sizePx: number, widthPx: number, most: number): string[] {
  const lines: string[] = [];
  let line = '';
  const words = text.split(/[ \n\t]+/).filter(Boolean);
  const parts = words.flatMap((word) => (word.match(pieces) ?? []).map((piece, at) => ({ piece, gap: at === 0 ? ' ' : '' })));
  for (const [i, { piece, gap }] of parts.entries()) {
    const longer = line === '' ? piece : `${line}${gap}${piece}`;
    if (textWidth(longer, sizePx) <= widthPx || line === '') {
      line = longer;
      continue;
    }
    if (lines.length === most - 1) {
      const rest = parts.slice(i).map((part) => part.gap + part.piece);
      return [...lines, fitted(`${line}${rest.join('')}`, sizePx, widthPx)];
    }
    lines.push(line);
    line = piece;
  }
  return [...lines, fitted(line, sizePx, widthPx)];
}
