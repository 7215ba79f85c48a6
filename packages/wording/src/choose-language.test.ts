import { expect, it } from 'vitest';
import { chooseLanguage } from './choose-language.ts';
import { addLanguage } from './words.ts';

addLanguage('de', {});
addLanguage('pt-br', {});

it.each([
  [undefined, 'en'],
  ['', 'en'],
  ['fr, *;q=0.5', 'en'],
  ['de', 'de'],
  ['de-CH, fr;q=0.9', 'de'],
  ['en;q=0.8, de;q=0.9', 'de'],
  ['de;q=0, en', 'en'],
  ['fr, pt-BR;q=0.4, de;q=0.3', 'pt-br'],
  ['de;q=much, en;q=0.1', 'en'],
])('of %s it chooses %s', (accepted, language) => {
  expect(chooseLanguage(accepted)).toBe(language);
});
