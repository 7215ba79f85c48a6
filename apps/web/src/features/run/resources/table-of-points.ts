/** A file of resources on its way: as the browser reads it, and as the API takes it. */
import type { FilePoint } from '@plimsoll/contracts/resource-file';
import { toldMetrics } from '@plimsoll/contracts/resources';
import { resourceMetrics } from '@plimsoll/contracts/target-figures';

/** A column for each metric, in our units, behind the second of the run. */
export function tableOfPoints(points: readonly FilePoint[]): string {
  const told = toldMetrics(points.map(({ figures }) => figures));
  const metrics = resourceMetrics.filter((metric) => told.includes(metric));
  const rows = points.map(({ second, figures }) => [second, ...metrics.map((metric) => figures[metric] ?? '')].join(','));
  return `${[['secs', ...metrics].join(','), ...rows].join('\n')}\n`;
}

/** The text of a file; PowerShell writes UTF-16 with a byte order mark. */
export async function readTable(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  return new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8').decode(bytes);
}
