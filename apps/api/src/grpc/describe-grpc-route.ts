/** Describes the offer of a gRPC server, a descriptor set or .proto files. */
import { demoProto, isDemoAddress } from '@plimsoll/contracts/demo-service';
import { describeGrpcSchema, grpcDescriptionSchema } from '@plimsoll/contracts/grpc-description';
import { api } from '@plimsoll/contracts/paths';
import { jsonPointer } from '@plimsoll/contracts/problem';
import { refusal } from '@plimsoll/contracts/refusal';
import type { TargetPolicy } from '@plimsoll/contracts/target-policy';
import { parseTargetUrl } from '@plimsoll/contracts/target-url';
import { isUnixUrl } from '@plimsoll/contracts/unix-url';
import type { Definition } from '@plimsoll/grpc/read-definition';
import { refusalSentence } from '@plimsoll/wording/refusal-sentence';
import { teamCaller } from '../auth/access.ts';
import type { Caller } from '../auth/caller.ts';
import { refuseUrlOutsideBudget } from '../budget/hold-to-budget.ts';
import type { ApiContext } from '../context.ts';
import { ApiError, invalid } from '../http/api-error.ts';
import { refuseUnasked } from '../http/refuse-unasked.ts';
import { errors, type Route } from '../http/schema.ts';
import { readTeamPolicy } from '../team/team-policy.ts';

export const describeGrpc: Route = (context) => async (app) => {
  app.post(
    api.describeGrpc,
    {
      config: { action: 'run.create', takesPlan: 'definition' },
      schema: {
        summary: 'What a gRPC server offers: services, methods, their kinds, and a message of each to begin with.',
        description:
          'Read from .proto files, from a descriptor set, or by server reflection (v1, else v1alpha) from `url`, which the target policy has to allow. With `call` that method alone is described, and `message` or `messages` are held against its type: `problems` says what does not fit, and where. Nothing is kept. A server has 10 seconds for its name, the connection and all that it says; a team asks one at a time.',
        tags: ['plans'],
        body: describeGrpcSchema,
        response: { 200: grpcDescriptionSchema, ...errors(400, 401, 403, 413, 415, 429, 503) },
      },
    },
    async (request) => {
      const { body } = request;
      if (!body.reflection) return context.bodies.describe(body);
      const caller = teamCaller(request);
      const definition = await askTarget(context, await readTeamPolicy(context, caller.teamId), caller, body.url ?? '');
      const described = await context.bodies.describe({ ...body, reflection: false, ...definition }, 'apart');
      return { ...described, descriptorSet: definition.descriptorSet };
    },
  );
};

/** Asks the server for its types: they are read in a process apart, one at a time for each team. */
async function askTarget({ config, strangers }: ApiContext, policy: TargetPolicy, caller: Caller, written: string): Promise<Definition> {
  const parsed = parseTargetUrl(written, true);
  if ('error' in parsed) throw invalid('/url', refusalSentence(parsed.error));
  const { url } = parsed;
  if (isUnixUrl(url.href)) throw invalid('/url', refusalSentence(refusal('grpc_url')));
  refuseUrlOutsideBudget(caller, url.href, '/url');
  if (url.protocol === 'http:' && isDemoAddress(url, config.demoPort))
    return { proto: [{ name: 'demo.proto', text: demoProto }], descriptorSet: null };
  const said = await strangers.askTypes(caller.teamId, { url: url.href, policy }).catch(refuseUnasked);
  if (said.kind === 'refused') throw new ApiError('target_refused', said.reason, [{ field: '/url', message: said.reason }]);
  if (said.kind === 'failed') throw invalid(jsonPointer(said.path), said.reason);
  return { proto: null, descriptorSet: Buffer.from(said.descriptorSet).toString('base64') };
}
