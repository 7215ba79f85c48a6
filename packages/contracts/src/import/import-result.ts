/** A result file of another tool that becomes a run: `POST /imports`, whose body is the file. */
import { z } from 'zod';
import { momentSchema } from '../api/bounds.ts';
import { nameSchema } from '../plan/plan.ts';
import { text } from '../request/target-text.ts';

/** The largest file that is taken unless the operator says otherwise: one that k6 wrote, which is read line by line, as it is or packed by gzip. */
export const mostResultBytes = 2 * 1024 ** 3;
/** The largest one of any other tool, unpacked: it is read whole. */
export const mostWholeBytes = 32 * 1024 ** 2;

/** The query beside the file. */
export const importResultQuerySchema = z.strictObject({
  /** The name of the run; the tool and the target where absent. */
  name: nameSchema.optional(),
  /** The target, where the file names none or another spelling of it. */
  url: text(8192).optional(),
  /** The time at which the load began, where the file does not say. */
  startedAt: momentSchema.optional(),
  /** Name of the file, to be shown. */
  file: text(255).optional(),
});
export type ImportResultQuery = z.infer<typeof importResultQuerySchema>;
