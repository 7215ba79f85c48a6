/** The language of those we speak that somebody likes best. */
import type { ReaderLanguage } from '@plimsoll/contracts/account';
import { listLanguages } from './words.ts';

/** The languages of the product, each by its own name. */
export const languageNames: Readonly<Record<ReaderLanguage, string>> = { en: 'English', zh: '简体中文' };

/** `accepted`: an Accept-Language header, `de-CH, de;q=0.9, en;q=0.8`. English where it names none of `names`, which are those that were added. */
export function chooseLanguage(accepted: string | undefined, names: readonly string[] = listLanguages().map(([name]) => name)): string {
  const spoken = new Set(['en', ...names]);
  const liked = (accepted ?? '').split(',').map((one) => {
    const [name = '', quality = ''] = one
      .trim()
      .toLowerCase()
      .split(/;\s*q=/);
    return { name: [name, name.split('-')[0] ?? ''].find((known) => spoken.has(known)), quality: quality === '' ? 1 : Number(quality) };
  });
  const best = liked.filter(({ quality }) => quality > 0).sort((a, b) => b.quality - a.quality);
  return best.find(({ name }) => name !== undefined)?.name ?? 'en';
}
