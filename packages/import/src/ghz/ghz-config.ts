/** A config file of ghz, JSON or TOML: its flags by their long names. */
import { refusal } from '@plimsoll/contracts/refusal';
import { parse, TomlError } from 'smol-toml';
import { ImportError } from '../import-error.ts';

export type GhzConfig = Readonly<Record<string, unknown>>;

/** Does the text set `call` as TOML does? */
const isToml = /^\s*["']?call["']?\s*=\s*["']/m;

/** Null: the text is no TOML with a call. Throws ImportError where it is, and cannot be read. */
export function readGhzToml(text: string): GhzConfig | null {
  if (!isToml.test(text)) return null;
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    throw new ImportError(refusal('script_unreadable', { line: error.line, column: error.column }));
  }
}

export function isGhzConfig(value: unknown): value is GhzConfig {
  return value !== null && typeof value === 'object' && 'call' in value && typeof value.call === 'string';
}

/** The config as the words of a command. */
export function ghzWords({ host, ...config }: GhzConfig): string[] {
  const flags = Object.entries(config).filter(([, value]) => value !== null && value !== undefined && value !== '');
  return [...flags.map(([name, value]) => `--${name}=${writeValue(name, value)}`), ...(host ? [String(host)] : [])];
}

function writeValue(name: string, value: unknown): string {
  if (name === 'import-paths' && Array.isArray(value)) return value.join(',');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
