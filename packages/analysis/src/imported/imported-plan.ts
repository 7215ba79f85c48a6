/** Reads from a result file the plan that was run: its target, and its connections where it names them. */
import { formatDuration } from '@plimsoll/contracts/duration';
import { isGrpcUrl } from '@plimsoll/contracts/grpc-url';
import { type Plan, planSchema } from '@plimsoll/contracts/plan';
import { issueText, refusal } from '@plimsoll/contracts/refusal';
import { ImportError } from '@plimsoll/import/import-error';
import type { ImportedResult } from '@plimsoll/import/imported-result';
import { issueSentence } from '@plimsoll/wording/refusal-sentence';

interface Known {
  readonly name: string | undefined;
  /** In place of what the file says. */
  readonly url: string | undefined;
  readonly durationMs: number;
}

/** Throws ImportError: without a target, and for one that no plan can have. */
export function planOfResult(result: ImportedResult, { name, url = result.url ?? undefined, durationMs }: Known): Plan {
  const { tool, connections } = result;
  if (url === undefined) throw new ImportError(refusal('result_no_target', { tool }));
  const load = { model: 'closed', connections: connections ?? 1, duration: formatDuration(Math.max(1, Math.round(durationMs))) };
  const call = 'grpcCall' in result && isGrpcUrl(url) ? result.grpcCall : undefined;
  const sent =
    call === undefined ? { target: { url } } : { target: { url, grpc: { call, reflection: true } }, connection: { protocol: 'grpc' } };
  const parsed = planSchema.safeParse({ version: 1, name: name ?? nameOf(tool, url), ...sent, load });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new ImportError(refusal('result_url', { url: url.slice(0, 200), reason: issue ? issueSentence(issueText(issue)) : '' }));
}

const longestName = 200;

function nameOf(tool: string, url: string): string {
  const host = URL.canParse(url) ? new URL(url).host : url;
  return `${tool} ${host}`.slice(0, longestName).trim();
}
