/** The kinds of files that `--out` takes, by their names. */
import type { Made } from '../result/made.ts';

const kinds = { '.json': 'json', '.xml': 'junit', '.md': 'comment', '.csv': 'csv', '.html': 'html', '.hlog': 'hlog' } as const;
export type Kind = (typeof kinds)[keyof typeof kinds] | 'gitlab' | 'github';

const ofAll = ['json', 'junit', 'comment', 'github'] as const;
export const kindsOf: Readonly<Record<Made['kind'], readonly Kind[]>> = {
  run: [...ofAll, 'csv', 'html', 'hlog', 'gitlab'],
  comparison: [...ofAll, 'csv', 'html'],
  capacity: ofAll,
};

/** Undefined: an extension of no kind. */
export function kindOfExtension(extension: string): (typeof kinds)[keyof typeof kinds] | undefined {
  return kinds[extension as keyof typeof kinds];
}

/** As `--out` has it. */
export function nameOf(kind: Kind): string {
  if (kind === 'github') return 'github';
  return kind === 'gitlab' ? 'load-performance.json' : (Object.entries(kinds).find(([, one]) => one === kind)?.[0] ?? kind);
}

/** A name of each kind of file, as people may call them. */
export function exampleNames(of: Made['kind']): string {
  const stems: Readonly<Partial<Record<Kind, string>>> = { junit: 'junit', comment: 'comment', html: 'report', gitlab: '' };
  return kindsOf[of].flatMap((kind) => (kind === 'github' ? [] : `${stems[kind] ?? of}${nameOf(kind)}`)).join(', ');
}
