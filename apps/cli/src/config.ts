/** The environment of the command: where the server is (PLIMSOLL_URL, PLIMSOLL_TOKEN or PLIMSOLL_TOKEN_FILE), whose trace this is a part of (TRACEPARENT), threads of `--local`, how a terminal wants its text. */
export type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

export const environment: EnvironmentVariables = process.env;
