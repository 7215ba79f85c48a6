import { percentileFields } from '@plimsoll/contracts/percentiles';
import type { Point } from '@plimsoll/contracts/sample';

/** Histograms keep three digits: times that differ by less are drawn as one line. */
const drawnApart = 0.002;

/** Did no request wait for its connection, so that response time and service time are the same in every second? False where none was timed. */
export function isServedAtOnce(points: readonly Pick<Point, 'responseTime' | 'serviceTime'>[]): boolean {
  const timed = points.filter(({ responseTime }) => responseTime.p50Us !== null);
  const isSame = ({ responseTime, serviceTime }: (typeof timed)[number]) =>
    percentileFields.every((field) => {
      const [response, service] = [responseTime[field], serviceTime[field]];
      return response === service || (response !== null && service !== null && Math.abs(response - service) <= drawnApart * response);
    });
  return timed.length > 0 && timed.every(isSame);
}
