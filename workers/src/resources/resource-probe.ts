/** Something that tells the target's resources when it is looked at. */
import type { ResourceFigures, SourceKind, SourceProblem } from '@plimsoll/contracts/resources';
import { resourceMetrics } from '@plimsoll/contracts/target-figures';

export interface Look {
  /** Figures of the time since the look before; null: nothing is known of it. */
  readonly figures: ResourceFigures | null;
  /** Why not. */
  readonly problem: SourceProblem | null;
}

export interface ResourceProbe {
  readonly kind: SourceKind;
  name(): string;
  /** Cores of the machine it looks at; null: it does not tell. */
  cores(): number | null;
  /** That its control group may use; null: no quota, or it does not tell. */
  quotaCores(): number | null;
  /** A first look, so that the next one knows since when. */
  begin(): Promise<void>;
  look(elapsedSeconds: number): Promise<Look>;
  /** Lets go of what it looks with. */
  close?(): void;
}

export function tellsNothing(figures: ResourceFigures): boolean {
  return resourceMetrics.every((name) => figures[name] === null);
}
