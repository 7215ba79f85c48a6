/** The archive that the settings name: a bucket in a store that speaks S3's protocol. */
import type { ObjectStoreSettings } from '@plimsoll/artefacts/object-store';
import { z } from 'zod';
import { commonVariables, readVariables } from './environment-variables.ts';

/** They are set together, or none of them. */
const together = ['PLIMSOLL_S3_BUCKET', 'PLIMSOLL_S3_ACCESS_KEY_ID', 'PLIMSOLL_S3_SECRET_ACCESS_KEY'] as const;

const schema = z
  .object(commonVariables)
  .pick({
    PLIMSOLL_S3_BUCKET: true,
    PLIMSOLL_S3_ENDPOINT: true,
    PLIMSOLL_S3_REGION: true,
    PLIMSOLL_S3_ACCESS_KEY_ID: true,
    PLIMSOLL_S3_SECRET_ACCESS_KEY: true,
    PLIMSOLL_S3_PREFIX: true,
    PLIMSOLL_S3_PATH_STYLE: true,
  })
  .superRefine((env, context) => {
    const isAny = env.PLIMSOLL_S3_ENDPOINT !== undefined || together.some((name) => env[name] !== undefined);
    for (const name of together)
      if (isAny && env[name] === undefined) context.addIssue({ code: 'invalid_type', expected: 'string', input: undefined, path: [name] });
  });

/** Null: none is set. Without an endpoint AWS's of the region is meant. Throws an Error whose message names each variable that is wrong or missing. */
export function readObjectStore(environment: Readonly<Record<string, string | undefined>>): ObjectStoreSettings | null {
  const env = readVariables(schema, environment);
  const { PLIMSOLL_S3_BUCKET: bucket, PLIMSOLL_S3_ACCESS_KEY_ID: accessKeyId, PLIMSOLL_S3_SECRET_ACCESS_KEY: secretAccessKey } = env;
  if (bucket === undefined || accessKeyId === undefined || secretAccessKey === undefined) return null;
  const region = env.PLIMSOLL_S3_REGION;
  return {
    endpoint: env.PLIMSOLL_S3_ENDPOINT ?? `https://s3.${region}.amazonaws.com`,
    bucket,
    region,
    accessKeyId,
    secretAccessKey,
    prefix: env.PLIMSOLL_S3_PREFIX,
    pathStyle: env.PLIMSOLL_S3_PATH_STYLE === 'on',
  };
}
