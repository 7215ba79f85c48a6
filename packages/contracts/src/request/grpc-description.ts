/** The methods and messages of a gRPC service: `POST /api/v1/grpc/describe`. Apart from the call, which every page of the web loads. */
import { z } from 'zod';
import { fieldProblemSchema } from '../api/problem.ts';
import { refusal, refuse } from '../api/refusal.ts';
import { definitionProblem, definitionShape, messagesShape } from './grpc-call.ts';
import { text } from './target-text.ts';

export const methodKinds = ['unary', 'client_streaming', 'server_streaming', 'bidi_streaming'] as const;
export type MethodKind = (typeof methodKinds)[number];

/** The place to look in: a server, a descriptor set or .proto files. With `call` only that method is described, and messages checked by its type. */
export const describeGrpcSchema = z
  .strictObject({ url: text(8192).optional(), ...definitionShape, ...messagesShape })
  .superRefine((body, context) => {
    const problem = definitionProblem(body);
    if (problem) refuse(context, problem.path, problem.reason);
    if (body.reflection && body.url === undefined) refuse(context, ['url'], refusal('url_missing'));
    const { call, message, messages } = body;
    if (message && messages) refuse(context, ['messages'], refusal('exclude_others', { first: 'message', second: 'messages' }));
    if ((message || messages) && call === undefined) refuse(context, ['call'], refusal('grpc_call'));
  })
  .meta({ id: 'DescribeGrpc' });
export type DescribeGrpc = z.infer<typeof describeGrpcSchema>;

export const grpcDescriptionSchema = z
  .strictObject({
    services: z.array(
      z.strictObject({
        name: z.string(),
        methods: z.array(
          z.strictObject({
            name: z.string(),
            kind: z.enum(methodKinds),
            /** Full names of the types. */
            input: z.string(),
            output: z.string(),
            /** A message of the input's type, in the JSON form of proto3. */
            example: z.record(z.string(), z.unknown()),
          }),
        ),
      }),
    ),
    /** A server's answer by reflection, in base64: the next request about the same types need not ask the server. Else null. */
    descriptorSet: z.string().nullable(),
    /** The parts of the messages that do not fit, at most 50: `/message/number`, `/messages/2/text`. */
    problems: z.array(fieldProblemSchema),
  })
  .meta({ id: 'GrpcDescription' });
export type GrpcDescription = z.infer<typeof grpcDescriptionSchema>;
