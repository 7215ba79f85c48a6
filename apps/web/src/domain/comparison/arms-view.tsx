/** One base against one or more candidates: the tables that every page of it has, then all arms in one picture. */
import { Switch } from '@mantine/core';
import { ArmTables } from '@plimsoll/pages/arm-tables';
import { compareWords } from '@plimsoll/wording/en/comparison';
import { z } from 'zod';
import { useSearchState } from '../../ui/search-state.ts';
import { type ChartsProps, ComparisonCharts } from './comparison-charts.tsx';

const searchSchema = z.object({ why: z.string().optional() });

interface Props extends ChartsProps {
  /** Leave the pictures out, as while runs are still being made. */
  readonly tablesOnly?: boolean;
  /** Leave out what is said of the noise floor, as where it is being measured. */
  readonly noiseSaid?: boolean;
}

export function ArmsView({ arms, asked, tablesOnly = false, noiseSaid = false }: Props) {
  const [{ why }, change] = useSearchState(searchSchema);
  const reasons = why === '1';
  const choice = (
    <Switch size="xs" label={compareWords.reasons} checked={reasons} onChange={() => change({ why: reasons ? undefined : '1' })} />
  );
  return (
    <>
      <ArmTables arms={arms} noiseSaid={noiseSaid} reasons={reasons} foot={choice} />
      {!tablesOnly && <ComparisonCharts arms={arms} {...(asked && { asked })} />}
    </>
  );
}
