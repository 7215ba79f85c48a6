/** How long others had to wait for the event loop. */

/**
 * The longest time, in ms, that the event loop of this thread did not come round while `work` was under way:
 * of the clock, and of its thread's processor time, which other processes of the machine cannot lengthen.
 */
export async function longestGaps(work: () => Promise<unknown>): Promise<{ clock: number; processor: number }> {
  const now = () => {
    const { user, system } = process.threadCpuUsage();
    return { clock: performance.now(), processor: (user + system) / 1000 };
  };
  let last = now();
  const longest = { clock: 0, processor: 0 };
  const look = () => {
    const next = now();
    longest.clock = Math.max(longest.clock, next.clock - last.clock);
    longest.processor = Math.max(longest.processor, next.processor - last.processor);
    last = next;
  };
  const timer = setInterval(look, 5);
  await work();
  look();
  clearInterval(timer);
  return longest;
}
