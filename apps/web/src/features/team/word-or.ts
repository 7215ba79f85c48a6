import { speech } from '@plimsoll/wording/speaker';

/** Is it a key that has words? Which one, the compiler need not know. */
const hasWords = (key: string): key is 'audit.title' => speech.exists(key);

/** The words of a key; `name` where what it stands for is newer than its words. */
export function wordOr(key: string, name: string): string {
  return hasWords(key) ? speech.t(key) : name;
}
