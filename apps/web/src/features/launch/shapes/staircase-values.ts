import { type Staircase, staircaseSchema } from '@plimsoll/contracts/staircase';
import type { Judged } from '../../../ui/form/judged.ts';
import { judgeTool } from './judged-tool.ts';

/** The fields of the staircase builder, as typed. */
export type StaircaseValues = { readonly [Name in keyof Staircase]: string };

/** The ramping study that most people know. */
export const firstStaircase: StaircaseValues = { from: '50', to: '700', step: '50', ramp: '5s', hold: '5s' };

export function judgeStaircase({ ramp, hold, ...levels }: StaircaseValues): Judged<Staircase> {
  const length = (text: string) => text.replace(/\s/g, '') || '0s';
  return judgeTool(staircaseSchema, '/staircase', levels, { ramp: length(ramp), hold: length(hold) });
}
