import type { FlagTable, GivenFlags } from '../command/read-flags.ts';

const read = {
  call: '--call=',
  proto: '--proto=',
  protoset: '--protoset=',
  total: '-n= --total=',
  concurrency: '-c= --concurrency=',
  connections: '--connections=',
  rps: '-r= --rps=',
  async: '--async',
  duration: '-z= --duration=',
  maxDuration: '-x= --max-duration=',
  durationStop: '--duration-stop=',
  timeout: '-t= --timeout=',
  data: '-d= --data=',
  dataFile: '-D= --data-file=',
  binary: '-b --binary',
  binaryFile: '-B= --binary-file=',
  metadata: '-m= --metadata=',
  metadataFile: '-M= --metadata-file=',
  reflectMetadata: '--reflect-metadata=',
  insecure: '--insecure',
  skipTls: '--skipTLS',
  cname: '--cname=',
  authority: '--authority=',
  gzip: '-e --enable-compression',
  streamInterval: '--stream-interval=',
  streamDuration: '--stream-call-duration=',
  streamCount: '--stream-call-count=',
  streamDynamic: '--stream-dynamic-messages',
  loadSchedule: '--load-schedule=',
  loadStart: '--load-start=',
  loadStep: '--load-step=',
  loadEnd: '--load-end=',
  loadStepDuration: '--load-step-duration=',
  loadMaxDuration: '--load-max-duration=',
  concurrencySchedule: '--concurrency-schedule=',
  concurrencyStart: '--concurrency-start=',
  concurrencyStep: '--concurrency-step=',
  concurrencyEnd: '--concurrency-end=',
  concurrencyStepDuration: '--concurrency-step-duration=',
  concurrencyMaxDuration: '--concurrency-max-duration=',
  name: '--name=',
  tags: '--tags=',
} as const;

export type GhzFlag = keyof typeof read;
export type GhzFlags = GivenFlags<GhzFlag>;

/** As `ghz --help` lists them. Each is a field of its config file, too. */
export const ghzFlags: FlagTable<GhzFlag> = {
  style: 'getopt',
  read,
  unmapped: {
    output: '-o= --output= -O= --format= --count-errors --debug= -h --help --help-long --help-man -v --version',
    threads: '--cpus=',
    warmup: '--skipFirst=',
    connectTimeout: '--connect-timeout=',
    idle: '--keepalive=',
    resolve: '--lb-strategy=',
    file: '--config= --cacert= --cert= --key= -i= --import-paths=',
  },
};
