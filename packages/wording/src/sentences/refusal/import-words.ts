/** What is said of a command of another tool that became a plan. */
import { importText } from '../../en/plan/import.ts';
import { speakerOf } from '../../speaker.ts';

export const importWord = speakerOf(importText);
/** Why a plan has nothing for a flag, by its key. */
export type WhyUnmapped = keyof (typeof importText)['imported']['why'];
