/** The language in which each request is answered: the one of ours that its Accept-Language likes best. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { chooseLanguage } from '@plimsoll/wording/choose-language';
import { speakTo } from '@plimsoll/wording/words';
import type { FastifyInstance } from 'fastify';

const reader = new AsyncLocalStorage<string>();

export function addReaderLanguage(app: FastifyInstance): void {
  speakTo(() => reader.getStore() ?? 'en');
  const enter = (accepted: string | undefined, done: () => void) => reader.run(chooseLanguage(accepted), done);
  app.addHook('onRequest', (request, _reply, done) => enter(request.headers['accept-language'], done));
  // The events of a body that is read come from outside.
  app.addHook('preValidation', (request, _reply, done) => enter(request.headers['accept-language'], done));
}
