/** What a gRPC server, a descriptor set or .proto files offer. */
import { demoProto, isDemoAddress } from '@plimsoll/contracts/demo-service';
import { type DescribeGrpc, describeGrpcSchema, grpcDescriptionSchema } from '@plimsoll/contracts/grpc-description';
import { api } from '@plimsoll/contracts/paths';
import { jsonPointer } from '@plimsoll/contracts/problem';
import { refusal } from '@plimsoll/contracts/refusal';
import type { TargetPolicy } from '@plimsoll/contracts/target-policy';
import { parseTargetUrl } from '@plimsoll/contracts/target-url';
import { isUnixUrl } from '@plimsoll/contracts/unix-url';
import { askServer } from '@plimsoll/grpc/ask-server';
import { GrpcError } from '@plimsoll/grpc/grpc-error';
import type { Definition } from '@plimsoll/grpc/read-definition';
import { refusalSentence } from '@plimsoll/wording/refusal-sentence';
import { teamCaller } from '../auth/access.ts';
import type { ApiContext } from '../context.ts';
import { ApiError, invalid } from '../http/api-error.ts';
import { errors, type Route } from '../http/schema.ts';
import { readTeamPolicy } from '../team/team-policy.ts';
import { openGuardedSocket } from './guarded-socket.ts';

const longestMs = 10_000;

export const describeGrpc: Route = (context) => async (app) => {
  app.post(
    api.describeGrpc,
    {
      config: { action: 'run.create', takesPlan: 'definition' },
      schema: {
        summary: 'What a gRPC server offers: services, methods, their kinds, and a message of each to begin with.',
        description:
          'Read from .proto files, from a descriptor set, or by server reflection (v1, else v1alpha) from `url`, which the target policy has to allow. With `call` that method alone is described, and `message` or `messages` are held against its type: `problems` says what does not fit, and where. Nothing is kept.',
        tags: ['plans'],
        body: describeGrpcSchema,
        response: { 200: grpcDescriptionSchema, ...errors(400, 401, 403, 413, 415) },
      },
    },
    async (request) => {
      const { body } = request;
      if (!body.reflection) return context.bodies.describe(body);
      const definition = await askTarget(context, await readTeamPolicy(context, teamCaller(request).teamId), body);
      const described = await context.bodies.describe({ ...body, reflection: false, ...definition });
      return { ...described, descriptorSet: definition.descriptorSet };
    },
  );
};

/** What the server says of its types. */
async function askTarget({ config }: ApiContext, policy: TargetPolicy, { url: written = '' }: DescribeGrpc): Promise<Definition> {
  const parsed = parseTargetUrl(written, true);
  if ('error' in parsed) throw invalid('/url', refusalSentence(parsed.error));
  const { url } = parsed;
  if (isUnixUrl(url.href)) throw invalid('/url', refusalSentence(refusal('grpc_url')));
  if (url.protocol === 'http:' && isDemoAddress(url, config.demoPort))
    return { proto: [{ name: 'demo.proto', text: demoProto }], descriptorSet: null };
  const signal = AbortSignal.timeout(longestMs);
  const socket = await openGuardedSocket(url, policy, signal).catch((error: unknown) => {
    if (error instanceof ApiError || !(error instanceof Error)) throw error;
    throw invalid('/url', error.message);
  });
  const set = await askServer(socket, { authority: url.host, scheme: url.protocol === 'https:' ? 'https' : 'http', signal }).catch(
    (error: unknown) => {
      if (!(error instanceof GrpcError)) throw error;
      throw invalid(jsonPointer(error.path), error.message);
    },
  );
  return { proto: null, descriptorSet: Buffer.from(set).toString('base64') };
}
