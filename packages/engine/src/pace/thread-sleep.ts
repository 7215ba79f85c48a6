/** Blocks this thread for a time of some µs: for moments in which its event loop has nothing to hear. */
import { readlinkSync, writeFileSync } from 'node:fs';

const nobody = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

export function sleepThread(us: number): void {
  if (us > 0) Atomics.wait(nobody, 0, 0, us / 1000);
}

/**
 * Linux lets a thread that sleeps wake 50 µs late, so that it can wake several at once. Load threads ask it not to: half of what a
 * waking is late. Elsewhere, or where /proc is closed, the margin for spinning grows instead.
 */
export function wakeExactly(): void {
  if (process.platform !== 'linux') return;
  try {
    const thread = readlinkSync('/proc/thread-self').split('/').at(-1);
    writeFileSync(`/proc/${thread}/timerslack_ns`, '1');
  } catch {
    // It wakes 50 µs later.
  }
}
