/** One request of a plan, sent once before any load: what became of it. */
import { z } from 'zod';
import { spokenProtocols } from './connection.ts';
import { planSchema } from './plan.ts';

/** As many bytes of a body are shown. */
export const shownBodyBytes = 2048;

/** The plan whose first request is sent. `secretsFrom`: id of the run or saved plan whose stored secrets the `•••` stand for. */
export const sendOneSchema = z.strictObject({ plan: planSchema, secretsFrom: z.uuid().optional() });

const timeUs = z.number().nonnegative();

export const sentAnswerSchema = z
  .strictObject({
    /** The protocol it came over: `auto` became one of them. */
    protocol: z.enum(spokenProtocols),
    status: z.int(),
    /** Of a gRPC call: the name of its status (null: it ended without one) and what the target says of it. */
    grpc: z.strictObject({ status: z.string().nullable(), message: z.string().nullable() }).nullable(),
    timings: z.strictObject({
      /** Null: the host is an address. */
      dnsUs: timeUs.nullable(),
      connectUs: timeUs,
      /** Null: without TLS. */
      tlsUs: timeUs.nullable(),
      /** From the request's first byte to the answer's. */
      firstByteUs: timeUs,
      /** From the lookup of the name to the last byte that was read. */
      wholeUs: timeUs,
    }),
    /** Bytes of the body as they came; reading ends at 1 MiB. */
    bytes: z.int().nonnegative(),
    /** False: it is longer, or broke off. */
    whole: z.boolean(),
    /** Would the target keep the connection open? */
    keepAlive: z.boolean(),
    /** Where it sends the client; redirects are not followed. */
    location: z.string().nullable(),
    tls: z
      .strictObject({
        version: z.string(),
        subject: z.string(),
        issuer: z.string(),
        validTo: z.string().nullable(),
        /** Does a known authority vouch for it? */
        trusted: z.boolean(),
      })
      .nullable(),
    /** The first 2 kB of the body as text, the plan's secrets masked; of a gRPC call its messages as JSON, of a WebSocket those that came, a line each. */
    body: z.strictObject({ text: z.string(), cut: z.boolean() }).nullable(),
    /** Why no body is shown. `hidden`: a service of the server's own machine that its operator did not list. */
    noBody: z.enum(['empty', 'hidden', 'packed', 'binary', 'noMessage']).nullable(),
  })
  .meta({ id: 'SentAnswer' });
export type SentAnswer = z.infer<typeof sentAnswerSchema>;

/** An answer, or the reason why there was none. */
export const sentOneSchema = z
  .strictObject({ answer: sentAnswerSchema.nullable(), failure: z.string().nullable() })
  .meta({ id: 'SentOne' });
export type SentOne = z.infer<typeof sentOneSchema>;
