/** A sweep: up to two lists of values become variants, and variants become rows and columns again. Pure. */
import type { Plan } from '@plimsoll/contracts/plan';
import { loadSettings, numberOf, numeric, readSetting, type SettingName, settingNames, withSetting } from './settings.ts';

export interface Axis {
  readonly setting: SettingName;
  /** As typed: values by comma or line; a URL a line. */
  readonly text: string;
}

export interface NamedPlan {
  readonly name: string;
  readonly plan: Plan;
}

export function valuesOf({ setting, text }: Axis): string[] {
  const parts = text.split(setting === 'url' ? /\n/ : /[,;\n]/);
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

/** Values that name the same thing twice: `10, 10.0`. */
export function doubledValue(axis: Axis): string | null {
  const keys = valuesOf(axis).map((value) => (numeric(axis.setting) ? String(numberOf(value) ?? value) : value));
  return keys.find((key, at) => keys.indexOf(key) !== at) ?? null;
}

/** Every combination, the last axis fastest. `name` says one value in words. */
export function gridVariants(plan: Plan, axes: readonly Axis[], name: (setting: SettingName, value: string) => string): NamedPlan[] {
  const start: { names: readonly string[]; plan: Plan }[] = [{ names: [], plan }];
  const all = axes.reduce(
    (sofar, axis) =>
      sofar.flatMap((one) =>
        valuesOf(axis).map((value) => ({
          names: [...one.names, name(axis.setting, value)],
          plan: withSetting(one.plan, axis.setting, value),
        })),
      ),
    start,
  );
  return all.map((one) => ({ name: one.names.join(', '), plan: one.plan }));
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
export function gridOf(variants: readonly NamedPlan[]): Grid | null {
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
