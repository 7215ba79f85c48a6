/** An assistant that starts the command: the SDK's own client over standard input and output. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { onTestFinished } from 'vitest';

export interface Assistant {
  readonly client: Client;
  call(name: string, given?: Record<string, unknown>): Promise<{ text: string; data: Record<string, unknown>; refused: boolean }>;
  /** What the command printed on standard error. */
  printed(): string;
}

export async function startAssistant(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  cwd: string,
): Promise<Assistant> {
  const transport = new StdioClientTransport({ command, args: [...args], env: { ...env }, cwd, stderr: 'pipe' });
  let printed = '';
  transport.stderr?.on('data', (chunk) => {
    printed += String(chunk);
  });
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return {
    client,
    printed: () => printed,
    async call(name, given = {}) {
      const { content, structuredContent, isError } = (await client.callTool({ name, arguments: given })) as CallToolResult;
      const [first] = content;
      return { text: first?.type === 'text' ? first.text : '', data: structuredContent ?? {}, refused: isError ?? false };
    },
  };
}
