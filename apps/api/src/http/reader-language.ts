/** The language in which each request is answered: the one that was chosen in its browser, else the one of ours that its Accept-Language likes best. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { ChosenLanguage } from '@plimsoll/contracts/account';
import { chooseLanguage } from '@plimsoll/wording/choose-language';
import { addLanguage, speakTo } from '@plimsoll/wording/words';
import { chinese } from '@plimsoll/wording/zh';
import type { FastifyInstance, FastifyRequest } from 'fastify';

// Threads that compute figures are told the languages when they begin.
addLanguage('zh', chinese);

const reader = new AsyncLocalStorage<string>();

export function addReaderLanguage(app: FastifyInstance): void {
  speakTo(() => reader.getStore() ?? 'en');
  const enter = ({ headers }: FastifyRequest, done: () => void) => reader.run(languageOf(headers), done);
  app.addHook('onRequest', (request, _reply, done) => enter(request, done));
  // The events of a body that is read come from outside.
  app.addHook('preValidation', (request, _reply, done) => enter(request, done));
}

/** Makes something for somebody else than who asks; null: no language of theirs is known, so that of who asks stays. */
export function inLanguageOf<Made>(language: ChosenLanguage, make: () => Made): Made {
  return language === null ? make() : reader.run(language, make);
}

/** Pictures have fonts without Chinese signs. */
export function inEnglish<Made>(make: () => Made): Made {
  return inLanguageOf('en', make);
}

function languageOf({ cookie = '', 'accept-language': accepted = '' }: FastifyRequest['headers']): string {
  const chosen = /(?:^|; *)plimsoll-language=([a-z]+)/.exec(cookie)?.[1];
  return chooseLanguage(chosen === undefined ? accepted : `${chosen},${accepted}`);
}
