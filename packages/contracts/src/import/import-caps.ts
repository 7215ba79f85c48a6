/** Caps on other tools' results that one team may import, set by the operator. */

/** The amounts that are counted over the last 24 hours. */
export const importedAmounts = ['rows', 'seconds', 'bytes'] as const;
export type ImportedAmount = (typeof importedAmounts)[number];

export interface ImportCaps {
  readonly perMinute: number;
  readonly perDay: {
    /** Seconds with data: each is a row that is kept. */
    readonly rows: number;
    /** Seconds of the runs, including those without data. */
    readonly seconds: number;
    /** Bytes of the files, unpacked. */
    readonly bytes: number;
  };
}

const megabyte = 1024 ** 2;

/** Eleven days of runs, of which five have data in each second; one file of the largest size that is read, or ten of the largest that are taken. */
export const defaultImportCaps: ImportCaps = { perMinute: 20, perDay: { rows: 500_000, seconds: 1_000_000, bytes: 20_480 * megabyte } };
