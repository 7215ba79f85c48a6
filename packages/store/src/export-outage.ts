/** The log of a process about an OpenTelemetry backend that is away: once, not at each export. */
import { type OutageReporter, openOutageReporter } from './outage-reporter.ts';

const meanwhile = {
  metrics: 'runs go on, and later exports say what this one could not',
  spans: 'work goes on, and those of this export are lost',
} as const;

interface ExportLog {
  info(sentence: string): void;
  warn(fields: { readonly reason: string; readonly times: number }, sentence: string): void;
}

export function openExportOutage(log: ExportLog, signal: keyof typeof meanwhile): OutageReporter {
  return openOutageReporter((notice) => {
    if (notice.kind === 'back') log.info(`OpenTelemetry takes ${signal} again`);
    else log.warn({ reason: notice.reason, times: notice.times }, `OpenTelemetry takes no ${signal}; ${meanwhile[signal]}`);
  });
}
