/** The variants of a sweep as rows and columns. Pure. */
import type { Plan } from './plan.ts';
import { loadSettings, numeric, readSetting, type SettingName, settingNames } from './setting.ts';

export interface NamedPlan {
  readonly name: string;
  readonly plan: Plan;
}

export interface Line {
  readonly setting: SettingName;
  readonly values: readonly string[];
}
export interface Grid {
  /** null: one row. */
  readonly rows: Line | null;
  readonly columns: Line;
  /** Index of the variant in this row and column. */
  cell(row: number, column: number): number | null;
}

/** Rows and columns that these variants fill; null where more than two settings differ. Load stands along the columns. */
export function findGrid(variants: readonly NamedPlan[]): Grid | null {
  const lines: Line[] = settingNames
    .map((setting) => ({ setting, values: [...new Set(variants.map(({ plan }) => readSetting(plan, setting)))] }))
    .filter((line) => line.values.length > 1)
    .map((line) => (numeric(line.setting) ? { ...line, values: [...line.values].sort((a, b) => Number(a) - Number(b)) } : line));
  const along = (line: Line) => (loadSettings.includes(line.setting) ? 2 : numeric(line.setting) ? 1 : 0);
  const [columns, rows, more] = [...lines].sort((a, b) => along(b) - along(a));
  if (!columns || more) return null;
  const find = (row: string | undefined, column: string | undefined) =>
    variants.findIndex(({ plan }) => (!rows || readSetting(plan, rows.setting) === row) && readSetting(plan, columns.setting) === column);
  return {
    rows: rows ?? null,
    columns,
    cell: (row, column) => {
      const at = find(rows?.values[row], columns.values[column]);
      return at < 0 ? null : at;
    },
  };
}

const leastApart = 0.02;

/** 0 … 1 along the scale of a map; by ratio where the figures span more than eightfold. */
export function scaleHeat(value: number, least: number, most: number): number {
  // So little apart they are one colour.
  if (most <= least || most - least < leastApart * most) return 0.5;
  if (least > 0 && most / least > 8) return Math.log(value / least) / Math.log(most / least);
  return (value - least) / (most - least);
}
