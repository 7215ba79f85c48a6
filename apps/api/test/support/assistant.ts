/** An assistant: the SDK's own client over a socket, with a token. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { api } from '@plimsoll/contracts/paths';
import type { TokenBudget } from '@plimsoll/contracts/token-budget';
import { onTestFinished } from 'vitest';
import type { Ask } from './asking.ts';

export interface Assistant {
  readonly client: Client;
  /** The token, as the REST API takes it. */
  readonly authorization: string;
  call(name: string, given?: object): Promise<Told>;
}

export interface Told {
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: each tool has a shape of its own, which the SDK's client holds it to.
  readonly data: any;
  readonly refused: boolean;
}

export async function makeBearer(
  ask: Ask,
  scopes: readonly string[],
  budget: Partial<TokenBudget> | null = null,
): Promise<{ id: string; authorization: string }> {
  const { status, body, text } = await ask<{ id: string; token: string }>('POST', api.tokens, { name: 'assistant', scopes, budget });
  if (status !== 201) throw new Error(text);
  return { id: body.id, authorization: `Bearer ${body.token}` };
}

export async function connectAssistant(url: string, authorization: string): Promise<Assistant> {
  const client = new Client({ name: 'test', version: '1' });
  const transport = new StreamableHTTPClientTransport(new URL(api.mcp, url), { requestInit: { headers: { authorization } } });
  // Its own types are looser than `exactOptionalPropertyTypes` asks.
  await client.connect(transport as never);
  onTestFinished(() => client.close());
  return { client, authorization, call: (name, given = {}) => callTool(client, name, given) };
}

export async function callTool(client: Client, name: string, given: object): Promise<Told> {
  const { content, structuredContent, isError } = (await client.callTool({
    name,
    arguments: given as Record<string, unknown>,
  })) as CallToolResult;
  const [first] = content;
  return { text: first?.type === 'text' ? first.text : '', data: structuredContent, refused: isError ?? false };
}
