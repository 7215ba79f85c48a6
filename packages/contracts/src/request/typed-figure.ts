/** Numbers and rates as people type them, in forms and in YAML. One comma with three digits behind it groups: `1,000` is a thousand, `10,5` is ten and a half. */

const plain = /^-?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
/** By a space, an underscore or an apostrophe, which no number has otherwise. */
const spaced = /^-?\d{1,3}(?:[ _'’]\d{3})+(?:[.,]\d+)?$/;
const byCommas = /^-?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/;
/** By one point alone it would be a fraction. */
const byPoints = /^-?[1-9]\d{0,2}(?:(?:\.\d{3}){2,}(?:,\d+)?|\.\d{3},\d+)$/;
/** With more digits it may be a slip of the hand in grouping. */
const decimalComma = /^-?(?:\d+,\d{1,2}|0,\d+)$/;

/** Null where it is no number, or could be two. */
export function readNumber(text: string): number | null {
  const typed = text.trim().replace(/\s/g, ' ');
  if (plain.test(typed)) return finite(typed);
  if (byCommas.test(typed)) return finite(typed.replaceAll(',', ''));
  if (byPoints.test(typed)) return finite(typed.replaceAll('.', '').replace(',', '.'));
  return spaced.test(typed) || decimalComma.test(typed) ? finite(typed.replace(/[ _'’]/g, '').replace(',', '.')) : null;
}

function finite(digits: string): number | null {
  const number = Number(digits);
  return Number.isFinite(number) ? number : null;
}

const ratePattern =
  /^(.*?)\s*(?:[rq]ps|(?:req(?:uest)?s?|calls?|个请求|次)?\s*(?:\/|per )\s*(?:(s|sec|second|秒)|(min|minute|分钟|分)|(h|hour|小时)))$/i;

/** A number of things a second: `1000`, `1000/s`, `60/min`, `500 rps`. */
export function readRate(text: string): number | null {
  const [, amount = text, , perMinute, perHour] = (text.length < 50 && ratePattern.exec(text.trim())) || [];
  const number = readNumber(amount);
  const seconds = perMinute ? 60 : perHour ? 3600 : 1;
  // A rate a second stays as it was typed: only a quotient has dust to lose.
  return number === null || seconds === 1 ? number : Number((number / seconds).toPrecision(15));
}
