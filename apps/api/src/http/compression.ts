/**
 * Answers made on request go out compressed. The built web's files lie compressed beside themselves, so that the server has no work
 * with them; live streams are written past this, as they come.
 */

import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

export async function addCompression(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    threshold: 1024,
    customTypes: /^(?:application\/(?:problem\+|schema\+)?json|text\/(?:csv|html|plain))(?:;|$)/,
    // Half of the default's work of a level that is meant for files made once.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  });
}
