/** A file of a tool that watched the target, as rows of cells under named columns. */
export interface ResourceTable {
  readonly columns: readonly string[];
  /** `line` counts from 1, as an editor shows it. A cell is empty where the row has none. */
  readonly rows: readonly { readonly line: number; readonly cells: readonly string[] }[];
  /** Place of the column with the time. */
  readonly time: number;
  /** Offset from UTC that the file itself names, as `+09:00`. */
  readonly timezone: string | null;
  /** The cores of the machine, where the file says it. */
  readonly cores: number | null;
  /** Rows of one time are parts (processes) that add up, rather than repeated looks at the same. */
  readonly parts: boolean;
}
