import { expect, it } from 'vitest';
import { readResourceFile } from './resource-file.ts';

const startMs = Date.UTC(2026, 10, 22, 13, 0, 0);
const during = { startMs, endMs: startMs + 60_000, offsetMs: 0 };

function points(text: string, change: object = {}) {
  const read = readResourceFile(text, { ...during, ...change });
  if ('error' in read) throw new Error(`${read.error.code} ${JSON.stringify(read.error.values)}`);
  return read;
}
function refusal(text: string, change: object = {}) {
  const read = readResourceFile(text, { ...during, ...change });
  return 'error' in read ? read.error : null;
}

const perfmon = [
  String.raw`"(PDH-CSV 4.0)","\\HOST\Processor(_Total)\% Processor Time","\\HOST\Memory\% Committed Bytes In Use","\\HOST\PhysicalDisk(_Total)\Disk Bytes/sec"`,
  '"11/22/2026 22:00:00.512","12.500000","40.0","1024.5"',
  '"11/22/2026 22:00:01.530","100.020000"," ","2048"',
  'Exiting, please wait...',
  'The command completed successfully.',
];

it('reads typeperf, with commas and with tabs, in the local time of the target', () => {
  for (const text of [perfmon.join('\r\n'), perfmon.map((line) => line.replaceAll('","', '"\t"')).join('\n')]) {
    const read = points(text, { timezone: 'Asia/Tokyo' });
    expect(read.points.map(({ second, figures }) => [second, figures.cpu, figures.memoryShare, figures.diskBytesPerSecond])).toEqual([
      [0, 0.125, 0.4, 1024.5],
      [1, 1, null, 2048],
    ]);
  }
});

it('takes the zone that the file itself names, and adds the offset asked for', () => {
  const named = perfmon.join('\n').replace('(PDH-CSV 4.0)', '(PDH-CSV 4.0) (Tokyo Standard Time)(-540)');
  expect(points(named).points.map(({ second }) => second)).toEqual([0, 1]);
  expect(points(named, { offsetMs: 5000 }).points.map(({ second }) => second)).toEqual([5, 6]);
});

it('says by how much a file misses the run', () => {
  expect(refusal(perfmon.join('\n'))).toEqual({
    code: 'resource_outside',
    values: { first: '2026-11-22T22:00:00', last: '2026-11-22T22:00:01', from: '2026-11-22T13:00:00', to: '2026-11-22T13:01:00' },
  });
});

it('takes the hour that a zone runs through twice for the one of the run', () => {
  const twice = { startMs: Date.UTC(2026, 9, 25, 0, 59, 59), endMs: Date.UTC(2026, 9, 25, 1, 0, 59), offsetMs: 0 };
  const seconds = (zone: string, ...times: string[]) =>
    points(`time,cpu\n${times.map((time) => `2026-10-25 ${time},0.5\n`).join('')}`, { ...twice, timezone: zone }).points.map(
      ({ second }) => second,
    );
  expect(seconds('Europe/London', '01:59:59', '01:00:05')).toEqual([0, 6]);
  expect(seconds('Europe/Berlin', '02:59:59', '02:00:05')).toEqual([0, 6]);
  expect(seconds('+05:30', '06:29:59', '06:30:05')).toEqual([0, 6]);
});

it('reads sar, several tables in one file, and each table once a second', () => {
  const text = `Linux 6.1.0 (host) \t11/22/2026 \t_x86_64_\t(4 CPU)

01:00:00 PM     CPU     %user     %nice   %system   %iowait    %steal     %idle
01:00:01 PM     all      3.02      0.00      1.01      0.00      0.00     95.97
01:00:01 PM       0      9.00      0.00      1.01      0.00      0.00     90.00

01:00:00 PM kbmemfree   kbavail kbmemused  %memused kbbuffers
01:00:01 PM   1000000   1200000   2000000     66.67      1000
Average:        all      3.02      0.00      1.01      0.00      0.00     95.97
`;
  const { points: found, cores } = points(text);
  expect(cores).toBe(4);
  expect(found).toHaveLength(1);
  expect(found[0]?.second).toBe(1);
  expect(found[0]?.figures.cpu).toBeCloseTo(0.0403, 6);
  expect(found[0]?.figures).toMatchObject({ memoryBytes: 2_048_000_000, memoryShare: expect.closeTo(0.6667) });
});

it('adds up the processes of pidstat, as shares of all cores', () => {
  const text = `Linux 6.1.0 (host) \t11/22/26 \t_x86_64_\t(2 CPU)

13:00:00      UID       PID    %usr %system  %guest   %wait    %CPU   CPU  Command
13:00:01     1000       100   50.00   10.00    0.00    0.00   60.00     1  node server.js
13:00:01     1000       101   20.00    0.00    0.00    0.00   20.00     0  node

13:00:01      UID       PID   kB_rd/s   kB_wr/s kB_ccwr/s iodelay  Command
13:00:01     1000       100      1.00      3.00      0.00       0  node server.js
`;
  expect(points(text).points).toMatchObject([{ second: 1, figures: { cpu: 0.4, diskBytesPerSecond: 4096 } }]);
});

it('reads vmstat with its clock, and says how to get one without', () => {
  const head = `procs -----------memory---------- ---swap-- -----io---- -system-- -------cpu------- -----timestamp-----
   r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st gu                 UTC
   1  0      0 100000   1000  90000    0    0     5    10  100  200  5  2 93  0  0  0`;
  expect(points(`${head} 2026-11-22 13:00:03`.replaceAll(' gu', '').replace('93  0  0  0', '93  0  0')).points).toMatchObject([
    { second: 3, figures: { diskBytesPerSecond: 15 * 1024 } },
  ]);
  expect(refusal(head.replace(' gu ', ' ').replace('93  0  0  0', '93  0  0'))).toEqual({
    code: 'resource_no_clock',
    values: { tool: 'vmstat', option: 'vmstat -t' },
  });
});

it('reads dstat, printed and as its CSV', () => {
  const text = `----system---- ----total-usage---- -dsk/total- ------memory-usage-----
     time     |usr sys idl wai stl| read  writ| used  free  buff  cach
22-11 13:00:02|  1   2  97   0   0|   0    12k|1.5G  200M  10M  1G
`;
  const figures = { cpu: expect.closeTo(0.03), diskBytesPerSecond: 12 * 1024 };
  expect(points(text).points).toMatchObject([{ second: 2, figures }]);
  const csv = `"pcp-dstat 6.0 CSV Output"
"Author:","PCP team"
"Cmdline:","dstat -tcdm --output x.csv","Date:","22 Nov 2026"

"system","total cpu usage",,,,,"dsk/total",,"memory usage",,,
"time","usr","sys","idl","wai","stl","read","writ","used","free","buff","cach"
22-11 13:00:02,1,2,97,0,0,0,12288,1000,1,1,1
`;
  expect(points(csv).points).toMatchObject([{ second: 2, figures: { ...figures, memoryBytes: 1000 } }]);
});

it('reads any CSV with a time, whether percent or fraction, and means several rows of one second', () => {
  const iso = 'timestamp;CPU %;mem\n2026-11-22T13:00:04.100Z;50;100\n2026-11-22T13:00:04.900Z;100;300\n';
  expect(points(iso).points).toMatchObject([{ second: 4, figures: { cpu: 0.75, memoryBytes: 200 } }]);
  expect(points('epoch,cpu\n1795352405,0.5\n').points).toMatchObject([{ second: 5, figures: { cpu: 0.5 } }]);
  expect(points('secs,cpu\n0,0.1\n61,0.2\n')).toMatchObject({ points: [{ second: 0, figures: { cpu: 0.1 } }], outside: 1 });
});

it.each([
  ['', 'resource_empty', {}],
  ['time,cpu\n', 'resource_empty', {}],
  ['a,b\n1,2\n', 'resource_no_time', {}],
  ['time,cpu\n13:00:01,1\n13:00:02\tx,"2\n', 'resource_quote', { line: 3 }],
  ['time,cpu,mem\n13:00:01,1\n', 'resource_ragged', { line: 2, fields: 2, columns: 3 }],
  ['time,cpu\n13:00:01,1\nyesterday,1\n', 'resource_moment', { line: 3, got: 'yesterday' }],
  ['time,cpu\n13:00:01,fast\n', 'resource_number', { line: 2, column: 'cpu', got: 'fast' }],
  ['time,humidity\n13:00:01,1\n', 'resource_no_metric', { columns: 'time, humidity' }],
  ['hello', 'resource_no_time', {}],
])('refuses %j with its line', (text, code, values) => {
  expect(refusal(text)).toMatchObject({ code, values });
});

it('refuses a time zone that there is none of', () => {
  expect(refusal('time,cpu\n13:00:01,1\n', { timezone: 'Mars/Base' })).toMatchObject({ code: 'no_timezone' });
});

it('answers at once to files made to take long', () => {
  const wide = `time ${Array.from({ length: 5000 }, (_, at) => `n${at}`).join(' ')}\n${'13:00:01 1\n'.repeat(100_000)}`;
  expect(refusal(wide)).toMatchObject({ code: 'resource_columns_most' });
  const header = `Linux 6 (h) x (2 CPU)\n13:00:00 PID %CPU Command\n`;
  expect(points(header + '13:00:01 1 0.001 a\n'.repeat(150_000)).points).toHaveLength(1);
  expect(refusal(`time,${String.raw`\Process(`.repeat(300_000)}\n13:00:01,1\n`)).toMatchObject({ code: 'resource_no_metric' });
  expect(refusal(`time,cpu\n13:00:01,${'1'.repeat(1_000_000)}x\n`)).toMatchObject({ code: 'resource_number' });
}, 30_000);
