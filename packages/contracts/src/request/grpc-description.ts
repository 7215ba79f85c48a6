/** What a gRPC service offers: `POST /api/v1/grpc/describe`. Apart from the call, which every page of the web loads. */
import { z } from 'zod';
import { refusal, refuse } from '../api/refusal.ts';
import { definitionProblem, definitionShape } from './grpc-call.ts';
import { text } from './target-text.ts';

export const methodKinds = ['unary', 'client_streaming', 'server_streaming', 'bidi_streaming'] as const;
export type MethodKind = (typeof methodKinds)[number];

/** Where to look: a server, a descriptor set or .proto files. */
export const describeGrpcSchema = z
  .strictObject({ url: text(8192).optional(), ...definitionShape })
  .superRefine((body, context) => {
    const problem = definitionProblem(body);
    if (problem) refuse(context, problem.path, problem.reason);
    if (body.reflection && body.url === undefined) refuse(context, ['url'], refusal('url_missing'));
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
  })
  .meta({ id: 'GrpcDescription' });
export type GrpcDescription = z.infer<typeof grpcDescriptionSchema>;
