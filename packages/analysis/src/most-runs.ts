/** The most runs one comparison takes, all arms together. */
export const mostRuns = 50;
