/** What a setting of the operator does. */
import { settingText } from '../en/plan/setting.ts';
import { speakerOf } from '../speaker.ts';

const say = speakerOf(settingText);

function isDescribed(name: string): name is keyof typeof settingText.setting {
  return Object.hasOwn(settingText.setting, name);
}

/** By the name of its environment variable. Throws where nobody has described it. */
export function settingDescription(name: string): string {
  if (!isDescribed(name)) throw new Error(`The setting ${name} has no description: write one in packages/wording/src/en/plan/setting.ts.`);
  return say(`setting.${name}`);
}
