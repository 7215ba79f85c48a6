/** A plan of one WebSocket. */
import { type Plan, type PlanInput, planSchema } from '@plimsoll/contracts/plan';
import { authority } from '@plimsoll/testbed/certificates';

export type SocketInput = NonNullable<NonNullable<PlanInput['target']>['websocket']>;

interface Rest extends Omit<Partial<PlanInput>, 'target'> {
  readonly target?: Partial<NonNullable<PlanInput['target']>>;
}

export function socketPlan(url: string, websocket: SocketInput, load: PlanInput['load'], { target, connection, ...rest }: Rest = {}): Plan {
  const tls = url.startsWith('wss') ? { tls: { ca: authority } } : {};
  return planSchema.parse({
    version: 1,
    name: 'socket',
    target: { url, websocket, ...target },
    connection: { protocol: 'websocket', ...tls, ...connection },
    load,
    ...rest,
  });
}
