/** Settings of the workers that tests start, where generators are not what is tested. */

export const workerSettings = {
  /** The process of a run makes the next one like it, for a fifth of the processor time; none is started ahead, which takes two seconds of it. */
  PLIMSOLL_SPARE_GENERATOR: 'used',
} as const;
