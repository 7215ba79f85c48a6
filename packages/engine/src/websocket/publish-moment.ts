/** The time at which a message was published, as it says itself. */
import { parseJsonPath, valueAtPath } from '@plimsoll/contracts/json-path';

/** A number this large is of the next smaller unit: as milliseconds it would lie in the year 5138. */
const mostMs = 1e14;

/** Reads µs since 1970 from the JSON of a message; null where it tells none. */
export function publishMoment(jsonPath: string): (message: Buffer) => number | null {
  const steps = parseJsonPath(jsonPath) ?? [];
  return (message) => {
    let value: unknown;
    try {
      value = valueAtPath(JSON.parse(message.toString('utf8')), steps);
    } catch {
      return null;
    }
    const written = typeof value === 'string' && /^\d+(?:\.\d+)?$/.test(value) ? Number(value) : value;
    if (typeof written === 'string') {
      const ms = Date.parse(written);
      return Number.isNaN(ms) ? null : ms * 1000;
    }
    if (typeof written !== 'number' || !(written > 0)) return null;
    if (written < mostMs) return written * 1000;
    return written < mostMs * 1000 ? written : written / 1000;
  };
}
