/** Names of operations, from which generators make the names of functions: `getRuns`, `getRun`, `postRunStop`. */
import { pascal } from './open-api.ts';

/** Paths whose names another has. */
const ownNames: Readonly<Record<string, string>> = {
  '/api/v1/comparison': 'compareRuns',
  '/api/v1/comparison/export': 'exportComparedRuns',
};

/** `/api/v1/runs/{id}/stop`, `post` → `postRunStop`. A thing that is named by an id is one of its kind. */
export function operationId(method: string, path: string): string {
  const own = ownNames[path];
  if (own !== undefined) return own;
  const parts = path
    .replace(/^\/api(\/v1)?(?=\/)/, '')
    .split('/')
    .filter(Boolean);
  const named = parts.flatMap((part, at) => (isParameter(part) ? [] : [isParameter(parts[at + 1] ?? '') ? part.replace(/s$/, '') : part]));
  return method.toLowerCase() + named.map(pascal).join('');
}

const isParameter = (part: string) => part.startsWith('{') || part.startsWith(':');
