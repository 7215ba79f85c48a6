/** Bodies: JSON read strictly, and a plan as YAML where a route takes one. Everything else is 415. */
import { problemWord } from '@plimsoll/wording/problem-words';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from './api-error.ts';
import type { BodyReader } from './body-reader.ts';
import { refuseUnkeepable } from './json-body.ts';
import { markJudged } from './judged-body.ts';
import { readBody } from './read-body.ts';

export function addBodyParsers(app: FastifyInstance, bodies: BodyReader): void {
  const parse = async ({ routeOptions }: FastifyRequest, format: 'json' | 'yaml', bytes: Buffer): Promise<unknown> => {
    const { takesPlan, yaml } = routeOptions.config;
    if (format === 'yaml' && !yaml) throw new ApiError('unsupported_content_type', problemWord('problem.body.sendJson'));
    if (takesPlan === undefined) return readBody({ format, text: bytes.toString(), judgedAs: null });
    return markJudged(await bodies.read({ format, bytes, judgedAs: takesPlan }));
  };
  app.removeAllContentTypeParsers();
  for (const format of ['json', 'yaml'] as const)
    app.addContentTypeParser(`application/${format}`, { parseAs: 'buffer' }, (request: FastifyRequest, bytes: Buffer) =>
      parse(request, format, bytes),
    );
  app.addHook('preValidation', async (request) => refuseUnkeepable(request.query));
}
