import type { Plan } from '@plimsoll/contracts/plan';

/** The plan as far as validity and thresholds look at it: without its files, bodies and certificates, which may be large. */
export function judgedPlan({ target, connection, ...plan }: Plan): Plan {
  return {
    ...plan,
    target: target && { ...target, headers: {}, body: null, bodyFile: null, grpc: null },
    connection: { ...connection, tls: { ...connection.tls, ca: null, clientCertificate: null } },
    requests: null,
    data: null,
  };
}
