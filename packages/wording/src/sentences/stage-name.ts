/** The name of a stage of a load. */
import { rawWords, storyWords } from '../en/run/run.ts';

/** A stage of the plan has its own name; those around it, `warmup` and `drain`, have ours. */
export function stageName(name: string): string {
  if (name === 'warmup') return rawWords.warmup;
  return name === 'drain' ? storyWords.drain : name;
}
