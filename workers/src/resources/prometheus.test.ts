import { expect, it } from 'vitest';
import { coresOf, figuresBetween, readPrometheus } from './prometheus.ts';

const node = (busy: number, bytes: number) => `# HELP node_cpu_seconds_total Seconds
node_cpu_seconds_total{cpu="0",mode="idle"} ${100 + 2 - busy}
node_cpu_seconds_total{cpu="0",mode="user"} ${50 + busy}
node_cpu_seconds_total{cpu="1",mode="idle"} 200
node_cpu_seconds_total{cpu="1",mode="user"} 10
node_memory_MemTotal_bytes 8e+09
node_memory_MemAvailable_bytes 6e+09
node_disk_read_bytes_total{device="vda"} ${bytes}
node_disk_written_bytes_total{device="vda"} 5
node_sockstat_TCP_inuse 12
`;

it('tells the machine of a node_exporter', () => {
  const [before, now] = [
    readPrometheus(node(2, 0)),
    readPrometheus(node(2, 0).replace('mode="idle"} 200', 'mode="idle"} 201').replace('mode="user"} 52', 'mode="user"} 53')),
  ];
  expect(coresOf(now, null)).toBe(2);
  expect(figuresBetween(before, now, 1, null)).toMatchObject({
    cpu: 0.5,
    memoryBytes: 2e9,
    diskBytesPerSecond: 0,
    openSockets: 12,
    threads: null,
  });
  expect(figuresBetween(readPrometheus(node(0, 0)), readPrometheus(node(0, 4096)), 2, null).diskBytesPerSecond).toBe(2048);
});

it('tells a process by its own counters, and its share of a machine only where the cores are known', () => {
  const text = (seconds: number) => `process_cpu_seconds_total ${seconds}\nprocess_resident_memory_bytes 1.5e+07\ngo_threads 9\n`;
  const [before, now] = [readPrometheus(text(3)), readPrometheus(text(4))];
  expect(figuresBetween(before, now, 1, 4)).toMatchObject({ cpu: 0.25, memoryBytes: 15_000_000, threads: 9 });
  expect(figuresBetween(before, now, 1, null).cpu).toBeNull();
  // It began again.
  expect(figuresBetween(now, before, 1, 4).cpu).toBeNull();
});

it('counts a second of cAdvisor when cAdvisor has looked again', () => {
  const text = (seconds: number, atMs: number) =>
    `machine_cpu_cores 4\ncontainer_cpu_usage_seconds_total{cpu="total",id="/"} ${seconds} ${atMs}\ncontainer_cpu_usage_seconds_total{cpu="total",id="/docker/a"} 1 ${atMs}\n`;
  const cpu = (first: string, second: string) => figuresBetween(readPrometheus(first), readPrometheus(second), 1, null).cpu;
  expect(cpu(text(10, 1000), text(14, 3000))).toBe(0.5);
  expect(cpu(text(10, 1000), text(10, 1000))).toBeNull();
});

it('passes over what it does not know', () => {
  expect(readPrometheus('<html>\nprocess_cpu_seconds_total NaN\nup 1\nprocess_cpu_seconds_total{a="b"}\n').size).toBe(0);
});
