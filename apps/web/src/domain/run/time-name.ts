import type { HistogramName } from '@plimsoll/contracts/sample-fields';
import { t } from '../../i18n/i18n.ts';

/** What people call a time. A time that the catalogue does not name yet is called by its field: `renderTime` → `Render time`. */
export function timeName(name: HistogramName): string {
  return t(`time.${name}`, { defaultValue: spellOut(name) });
}

function spellOut(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
