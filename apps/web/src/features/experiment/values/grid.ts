/** A sweep: up to two lists of values become variants. Pure. */
import type { Plan } from '@plimsoll/contracts/plan';
import { numeric, readTyped, type SettingName, withSetting } from '@plimsoll/contracts/setting';
import type { NamedPlan } from '@plimsoll/contracts/sweep-grid';

export interface Axis {
  readonly setting: SettingName;
  /** As typed: values by comma or line; a URL a line. */
  readonly text: string;
}

export function splitValues({ setting, text }: Axis): string[] {
  const parts = text.split(setting === 'url' ? /\n/ : /[,;\n]/);
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

/** Values that name the same thing twice: `10, 10.0`. */
export function doubledValue(axis: Axis): string | null {
  const keys = splitValues(axis).map((value) => (numeric(axis.setting) ? String(readTyped(axis.setting, value) ?? value) : value));
  return keys.find((key, at) => keys.indexOf(key) !== at) ?? null;
}

/** Every combination, the last axis fastest. `name` says one value in words. */
export function gridVariants(plan: Plan, axes: readonly Axis[], name: (setting: SettingName, value: string) => string): NamedPlan[] {
  const start: { names: readonly string[]; plan: Plan }[] = [{ names: [], plan }];
  const all = axes.reduce(
    (sofar, axis) =>
      sofar.flatMap((one) =>
        splitValues(axis).map((value) => ({
          names: [...one.names, name(axis.setting, value)],
          plan: withSetting(one.plan, axis.setting, value),
        })),
      ),
    start,
  );
  return all.map((one) => ({ name: one.names.join(', '), plan: one.plan }));
}
