/** Parts of the tables that are written here: heads, the box that scrolls, stamps. */
import { type Html, html } from './html.ts';

/** Icon, word and colour: never colour alone. */
export function chip(tone: string, sign: string, word: string): Html {
  return html`<span class="chip tone-${tone}"><span aria-hidden="true">${sign} </span>${word}</span>`;
}

export const heads = (names: readonly string[]) => names.map((name) => html`<th scope="col">${name}</th>`);

export function scrolling(label: string, className: string, head: Html, rows: readonly Html[]): Html {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${label}"><table class="${className}" aria-label="${label}"><thead><tr>${head}</tr></thead><tbody>${rows}</tbody></table></div>`;
}
