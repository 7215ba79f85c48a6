/** HTML as a value: what is put into a template is escaped, unless it is HTML of ours already. */
import { writeHtml } from './write-html.ts';

export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | number | null | undefined | false | Html | readonly Html[];

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;', '`': '&#96;' };

/** Fit for text and for quoted attributes of HTML and of SVG; what XML cannot hold (control characters, lone surrogates) is left out. */
export function escaped(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must go.
  const holdable = text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '');
  return holdable.replace(/[&<>"'`]/g, (sign) => entities[sign] as string);
}

function renderPart(part: Part): string {
  if (part === null || part === undefined || part === false) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map(({ text }) => text).join('');
  return escaped(String(part));
}

/** html`<b>${name}</b>` */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(strings.reduce((text, string, i) => text + renderPart(parts[i - 1]) + string));
}

/** A constant of ours that needs no escaping: a style sheet, a drawing. */
export function trusted(text: string): Html {
  return new Html(text);
}

/** A component that the app shows, too. */
export function drawn<Props extends object>(...[component, props]: Parameters<typeof writeHtml<Props>>): Html {
  return new Html(writeHtml(component, props));
}
