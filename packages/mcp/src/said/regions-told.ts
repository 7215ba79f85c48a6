/** The regions of a run that workers of several made, as tools tell them: figures for programs, and a line each in words. */
import type { Summary } from '@plimsoll/contracts/summary';
import { validityStamps } from '@plimsoll/contracts/validity';
import { regionFigures } from '@plimsoll/pages/region-rows';
import { z } from 'zod';

const number = z.number().nullable();

export const toldRegionsSchema = z
  .array(
    z.object({
      label: z.string(),
      throughputPerSecond: number,
      errorRate: number,
      p50Us: number,
      p95Us: number,
      p99Us: number,
      stamp: z.enum(validityStamps),
    }),
  )
  .describe('each region of a load that workers of several make; none of any other');

export function toldRegions(summary: Summary | null): z.infer<typeof toldRegionsSchema> {
  return (summary?.byRegion ?? []).map(({ label, throughputPerSecond, errorRate, responseTime: { p50Us, p95Us, p99Us }, stamp }) => {
    return { label, throughputPerSecond, errorRate, p50Us, p95Us, p99Us, stamp };
  });
}

export function regionLines(summary: Summary): string[] {
  const regions = regionFigures(summary);
  return regions?.rows.map((row) => row.map((cell, at) => `${regions.head[at]} ${cell}`).join('; ')) ?? [];
}
