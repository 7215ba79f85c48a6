/** Bodies: JSON read strictly, and a plan as YAML where a route takes one. Everything else is 415. */
import { parsePlanYaml } from '@plimsoll/contracts/plan-yaml';
import { problemWord } from '@plimsoll/wording/problem-words';
import { issueSentence } from '@plimsoll/wording/refusal-sentence';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from './api-error.ts';
import { parseJson, unkeepableText } from './json-body.ts';

export function addBodyParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, async (_request: unknown, text: string) =>
    text === '' ? undefined : parseJson(text),
  );
  app.addContentTypeParser('application/yaml', { parseAs: 'string' }, async (request: FastifyRequest, text: string) => {
    if (!request.routeOptions.config.yaml) throw new ApiError('unsupported_content_type', problemWord('problem.body.sendJson'));
    const parsed = parsePlanYaml(text, issueSentence);
    if ('plan' in parsed) return { plan: parsed.plan };
    const errors = parsed.problems.map(({ line, column, ...problem }) => ({
      ...problem,
      field: `/plan${problem.field}`,
      hint: problem.hint ?? problemWord('problem.body.place', { line, column }),
    }));
    throw new ApiError('invalid_input', errors[0]?.message ?? problemWord('problem.general.invalidInput'), errors);
  });
  app.addHook('preValidation', async (request) => {
    for (const part of [request.body, request.query]) {
      const pointer = unkeepableText(part);
      if (pointer === null) continue;
      const message = problemWord('problem.body.unkeepable');
      throw new ApiError('invalid_input', message, [{ field: pointer, message }]);
    }
  });
}
