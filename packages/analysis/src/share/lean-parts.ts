/** Parts of a share made ready: sources of resources go by their kind, since they may be named after a host or a program; arms lose what makes pages heavy. */

import type { Arm } from '@plimsoll/contracts/comparison';
import { type Resources, sourcesOf } from '@plimsoll/contracts/resources';
import { publicMetrics } from '@plimsoll/contracts/target-figures';

/** Only the sources that tell something public, by kind and number. */
export function withoutSourceNames(resources: Resources): Resources {
  const names = new Map(sourcesOf(resources, ...publicMetrics).map(({ name, kind }, at) => [name, `${kind} ${at + 1}`]));
  return {
    ...resources,
    sources: resources.sources.flatMap((source) => {
      const name = names.get(source.name);
      return name === undefined ? [] : [{ ...source, name, metrics: source.metrics.filter((metric) => publicMetrics.includes(metric)) }];
    }),
    points: resources.points.flatMap((point) => {
      const source = names.get(point.source);
      return source === undefined ? [] : [{ ...point, source }];
    }),
  };
}

/** Charts of several arms show the whole: each request's part of a point would only make the page heavier. */
export function leanArm<One extends Arm>(arm: One): One {
  const points = arm.points.map((point) => ({ ...point, byRequest: [] }));
  return { ...arm, points, resources: arm.resources && { ...arm.resources, source: arm.resources.kind } };
}
