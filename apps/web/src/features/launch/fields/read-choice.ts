import { launchFormWords } from '@plimsoll/wording/en/launch-form';
import { useState } from 'react';
import { fileFigures, mostFileBytes, type readText } from './file-text.ts';

/** Reads a file that was chosen: null where it cannot be taken, and `refused` says why until one can. */
export function useReadChoice(as: typeof readText, most = mostFileBytes) {
  const [refused, setRefused] = useState<string | null>(null);
  const read = async (file: File): Promise<string | null> => {
    const one = await as(file, most);
    const problem = 'problem' in one ? launchFormWords[one.problem](fileFigures(file, most)) : null;
    setRefused(problem);
    return 'text' in one ? one.text : null;
  };
  return { read, refused, clear: () => setRefused(null) };
}
