/** The effect of a setting of the operator. */
import { operatorSettingWords } from '../en/plan/setting.ts';
import { isSaid } from '../words.ts';

/** The description by the name of its environment variable. Throws where nobody has described it. */
export function settingDescription(name: string): string {
  if (!isSaid(operatorSettingWords, name))
    throw new Error(`The setting ${name} has no description: write one in packages/wording/src/en/plan/setting.ts.`);
  return operatorSettingWords[name];
}
