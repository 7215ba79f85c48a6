/** Differences that are a place's name and how quick it was then, not its make: shown, but alone no reason to doubt. */
export const placeNames: ReadonlySet<string> = new Set(['environment.worker', 'environment.latencyFloorUs']);
