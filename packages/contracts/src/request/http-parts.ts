/** The parts of a target that a plain request of HTTP has, by which a call or a WebSocket is told apart from one. */
export interface HttpParts {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly bodyBytes: number | null;
  readonly bodyFile: object | null;
}
