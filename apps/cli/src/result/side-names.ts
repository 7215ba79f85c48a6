/** The sides as options, logs and `--json` name them. People read of the base and its candidate. */
export const sideNames = ['base', 'head'] as const;
