/** Comments on one pull request, wherever it is kept. */
export interface ForgeComment {
  readonly id: number;
  readonly body: string;
  /** Written by whose token this is: nobody else's comment is ever changed. */
  readonly isOurs: boolean;
  readonly link: string;
}

export interface CommentPage {
  readonly comments: readonly ForgeComment[];
  readonly hasMore: boolean;
}

export interface Forge {
  /** Oldest first; pages count from 1. */
  list(page: number): Promise<CommentPage>;
  create(body: string): Promise<ForgeComment>;
  update(id: number, body: string): Promise<ForgeComment>;
  remove(id: number): Promise<void>;
}
