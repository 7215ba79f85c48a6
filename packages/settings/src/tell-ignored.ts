/** Tells the log of a process once which settings it goes on without. */
interface Log {
  warn(fields: { readonly ignored: readonly string[] }, sentence: string): void;
}

export function tellIgnored(ignored: readonly string[] | undefined, log: Log): void {
  if (ignored && ignored.length > 0) log.warn({ ignored }, 'settings of OpenTelemetry that are wrong count as not set');
}
