/** Bodies: JSON read strictly; a plan as YAML or a file of rows where a route takes one. Everything else is 415. */
import { decodeText } from '@plimsoll/import/decode-text';
import { problemWords } from '@plimsoll/wording/en/problem';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from '../api-error.ts';
import { markJudged } from '../judged-body.ts';
import type { BodyReader } from './body-reader.ts';
import { refuseUnkeepable } from './json-body.ts';
import { readBody } from './read-body.ts';

export function addBodyParsers(app: FastifyInstance, bodies: BodyReader): void {
  const parse = async ({ routeOptions }: FastifyRequest, format: 'json' | 'yaml', bytes: Buffer): Promise<unknown> => {
    const { takesPlan, takesTable, yaml } = routeOptions.config;
    if (takesTable) throw new ApiError('unsupported_content_type', problemWords.body.sendTable);
    if (format === 'yaml' && !yaml) throw new ApiError('unsupported_content_type', problemWords.body.sendJson);
    if (takesPlan === undefined) return readBody({ format, text: bytes.toString(), judgedAs: null });
    return markJudged(await bodies.read({ format, bytes, judgedAs: takesPlan }));
  };
  app.removeAllContentTypeParsers();
  for (const format of ['json', 'yaml'] as const)
    app.addContentTypeParser(`application/${format}`, { parseAs: 'buffer' }, (request: FastifyRequest, bytes: Buffer) =>
      parse(request, format, bytes),
    );
  for (const type of ['text/csv', 'text/tab-separated-values'])
    app.addContentTypeParser(type, { parseAs: 'buffer' }, async ({ routeOptions }: FastifyRequest, bytes: Buffer) => {
      if (!routeOptions.config.takesTable) throw new ApiError('unsupported_content_type', problemWords.body.sendJson);
      const text = decodeText(bytes);
      refuseUnkeepable(text);
      return text;
    });
  app.addHook('preValidation', async (request) => refuseUnkeepable(request.query));
}
