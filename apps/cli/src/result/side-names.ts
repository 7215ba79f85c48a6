/** The sides in `--json`, by the names that programs have read there from the beginning. */
export const sideNames = ['base', 'head'] as const;
