/**
 * The unsent form survives a reload. It belongs to where its plan came from and to the settings it started with: another plan
 * starts afresh. Gone with the tab, since a variant written as YAML may hold secrets.
 */
import type { Plan } from '@plimsoll/contracts/plan';
import { listSettings, readSetting, type SettingName } from '@plimsoll/contracts/setting';
import { type ExperimentValues, startValues } from './form-values.ts';

const key = 'plimsoll.experiment-draft';

/** Names the thing a draft belongs to. `source` as in start-plan.ts. */
export function writeDraft(source: string, plan: Plan, varied: readonly SettingName[]): string {
  return JSON.stringify([
    source,
    varied,
    plan.name,
    plan.generators,
    listSettings(plan).map((setting) => [setting, readSetting(plan, setting)]),
  ]);
}

/** The values that were typed for this, else the values to start from. */
export function draftedValues(of: string, plan: Plan, varied: readonly SettingName[]): ExperimentValues {
  const fresh = startValues(plan, varied);
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? 'null') as { of?: unknown; values?: Partial<ExperimentValues> } | null;
    return kept?.of === of ? { ...fresh, ...kept.values } : fresh;
  } catch {
    return fresh;
  }
}

export function keepDraft(of: string, values: ExperimentValues): void {
  try {
    sessionStorage.setItem(key, JSON.stringify({ of, values }));
  } catch {
    // Plans with files may be larger than the browser keeps; an older draft would be worse than none.
    dropDraft();
  }
}

export function dropDraft(): void {
  sessionStorage.removeItem(key);
}
