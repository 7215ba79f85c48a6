/** The language of this browser's reader: the one that the account has, else the one that the browser likes best. */
import { chooseLanguage, languageNames } from '@plimsoll/wording/choose-language';
import { addLanguage, languageTag, speakTo } from '@plimsoll/wording/words';

/** A copy of the account's choice, for pages without a sign-in. The server reads it, too: pages, files and refusals are in one language. */
const cookie = 'plimsoll-language';
const yearSeconds = 31_536_000;

/** The language that was chosen; null: the browser's. */
export function keptLanguage(): string | null {
  return new RegExp(`(?:^|; )${cookie}=([a-z]+)`).exec(document.cookie)?.[1] ?? null;
}

/** Keeps the account's choice in this browser, null for none; where it was another one, draws the page anew. */
export function keepLanguage(language: string | null): void {
  if (language === keptLanguage()) return;
  const age = language === null ? 0 : yearSeconds;
  // biome-ignore lint/suspicious/noDocumentCookie: cookieStore is only there over TLS.
  document.cookie = `${cookie}=${language ?? ''}; path=/; max-age=${age}; samesite=lax`;
  // A browser that keeps no cookie would load it for ever.
  if (language === keptLanguage()) window.location.reload();
}

/** Fetches the words of the reader's language, where it is not English, before the first of them is said. */
export async function readInOwnLanguage(): Promise<void> {
  const liked = [keptLanguage() ?? [], ...navigator.languages].flat().join(',');
  const language = chooseLanguage(liked, Object.keys(languageNames));
  if (language === 'zh') addLanguage('zh', (await import('@plimsoll/wording/zh')).chinese);
  speakTo(() => language);
  document.documentElement.lang = languageTag();
}
