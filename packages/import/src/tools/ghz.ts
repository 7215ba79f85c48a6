import { refusal } from '@plimsoll/contracts/refusal';
import type { Written } from '../command/amount.ts';
import { readFlags } from '../command/read-flags.ts';
import type { ToolReader } from '../command/tool-reader.ts';
import { ImportError } from '../import-error.ts';

const flags = {
  style: 'getopt',
  read: {
    call: '--call=',
    requests: '-n= --total=',
    connections: '-c= --concurrency=',
    rate: '-r= --rps=',
    duration: '-z= --duration= -x= --max-duration=',
  },
  unmapped: { other: '--proto= --protoset= --insecure --skipTLS -d= --data= -D= --data-file= -m= --metadata= --connections= --config=' },
} as const;

/** ghz calls gRPC, which no plan can say yet: what it would do is told, and no plan is made. */
export const readGhz: ToolReader = ({ words }) => {
  const given = readFlags(flags, words);
  throw grpcRefusal(given.last('call'), [given.last('rate'), given.last('connections'), given.last('requests'), given.last('duration')]);
};

/** A config of ghz as JSON: the flags' names without dashes. Null: it is none. */
export function refuseGhzConfig(config: Readonly<Record<string, unknown>>): ImportError | null {
  if (typeof config.call !== 'string') return null;
  const written = (name: string): Written | undefined =>
    config[name] === undefined ? undefined : { flag: name, value: String(config[name]) };
  const load = ['rps', 'concurrency', 'total', 'max-duration', 'duration', 'stream-call-count'].map(written);
  return grpcRefusal({ flag: 'call', value: config.call }, load);
}

function grpcRefusal(call: Written | undefined, load: readonly (Written | undefined)[]): ImportError {
  const given = load.filter((one) => one !== undefined).map(({ flag, value }) => `${flag} ${value}`);
  return new ImportError(refusal('command_grpc', { tool: 'ghz', call: call?.value ?? '–', load: given.join(', ') || '–' }));
}
