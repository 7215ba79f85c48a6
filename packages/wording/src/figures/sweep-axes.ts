/** The map of a sweep, its settings and their values by name. */
import type { SettingName } from '@plimsoll/contracts/setting';
import type { SharedExperiment } from '@plimsoll/contracts/share';
import { findGrid, type Line, type NamedPlan } from '@plimsoll/contracts/sweep-grid';
import { settingWords } from '../en/names.ts';
import { settingValue } from './setting-value.ts';

const writeAll = (setting: SettingName, values: readonly string[]) => values.map((value) => settingValue(setting, value));

/** Null where more than two settings differ. `write` names all values of a setting. */
export function sweepAxes(variants: readonly NamedPlan[], write = writeAll): SharedExperiment['experiment']['map'] {
  const grid = findGrid(variants);
  if (!grid) return null;
  const axis = ({ setting, values }: Line) => ({ title: settingWords[setting], values: write(setting, values), setting });
  return {
    rows: grid.rows && axis(grid.rows),
    columns: axis(grid.columns),
    cells: (grid.rows?.values ?? ['']).map((_, row) => grid.columns.values.map((__, column) => grid.cell(row, column))),
  };
}
