/** The sample pair: links that are open in every installation, to two runs of the demo target and their comparison. They are no rows of any team. */
export const sampleLinks = {
  comparison: 'sample-of-a-comparison-pair',
  base: 'sample-run-keep-alive-is-on',
  candidate: 'sample-run-of-no-keep-alive',
} as const;
