import type { z } from 'zod';
import { type Judged, judgeBy } from '../../../ui/form/judged.ts';
import { newReader } from '../values/reader.ts';

/** Judges the fields of a tool in the form: `numbers` as typed, `others` as they are. Problems stand below `at`, apart from the plan's own. */
export function judgeTool<S extends z.ZodType>(
  schema: S,
  at: string,
  numbers: Readonly<Record<string, string>>,
  others: Readonly<Record<string, string>> = {},
): Judged<z.output<S>> {
  const read = newReader();
  const numbersRead = Object.entries(numbers).map(([name, text]) => [name, read.needed(text, `${at}/${name}`)]);
  if (read.problems.length > 0) return { body: null, problems: read.problems };
  const { body, problems } = judgeBy(schema, { ...Object.fromEntries(numbersRead), ...others });
  return { body, problems: problems.map((problem) => ({ ...problem, field: at + problem.field })) };
}
