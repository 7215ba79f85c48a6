/** A planted delay: how long it is; and in a plan of the demo target, by the knob that its requests already have. */

import { demoMetadata } from '../installation/demo-service.ts';
import type { Plan } from '../plan/plan.ts';
import { leastPlantedMs, type PlantedDrill } from './schedule.ts';

/** Steps a millisecond: the demo target waits for whole ones, our relay for tenths. */
export const plantedSteps = { demo: 1, relay: 10 } as const;

/** Null: the share of this p50 is below half a millisecond. */
export function measureDrill(share: number, p50Us: number, steps: number): PlantedDrill | null {
  const wantedMs = (share * p50Us) / 1000;
  if (!(wantedMs >= leastPlantedMs)) return null;
  const plantedMs = Math.round(wantedMs * steps) / steps;
  return { share, plantedMs, plantedShare: (1000 * plantedMs) / p50Us };
}

type Request = Pick<NonNullable<Plan['target']>, 'url' | 'grpc'>;

function delayed<Some extends Request>(request: Some, plantedMs: number): Some {
  const { grpc } = request;
  if (grpc) {
    const before = Number(grpc.metadata[demoMetadata.delayMs] ?? 0) || 0;
    return { ...request, grpc: { ...grpc, metadata: { ...grpc.metadata, [demoMetadata.delayMs]: String(before + plantedMs) } } };
  }
  return { ...request, url: delayedUrl(request.url, plantedMs) };
}

/** Text for text: templates in it stay as they are. */
function delayedUrl(url: string, plantedMs: number): string {
  const knob = /([?&]delayMs=)(\d+(?:\.\d+)?)/;
  if (knob.test(url)) return url.replace(knob, (_all, name: string, before: string) => `${name}${Number(before) + plantedMs}`);
  return `${url}${url.includes('?') ? '&' : '?'}delayMs=${plantedMs}`;
}

/** Each of its requests waits so much longer. */
export function plantDelay(plan: Plan, plantedMs: number): Plan {
  return {
    ...plan,
    target: plan.target && delayed(plan.target, plantedMs),
    requests: plan.requests?.map((request) => delayed(request, plantedMs)) ?? null,
  };
}
