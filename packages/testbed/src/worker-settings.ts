/** Settings of the workers that tests start, where generators are not what is tested. */

export const workerSettings = {
  /** None waits: to start one and compile its code takes two seconds of a core, again after each load, and most tests make one load of a kind. */
  PLIMSOLL_SPARE_GENERATOR: 'off',
} as const;
