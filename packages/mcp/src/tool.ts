/** A tool: what it is asked, the shape of its answer, how it answers. */
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { type ApiProblem, isProblem, problemText } from '@plimsoll/client/api-problem';
import type { Client } from '@plimsoll/client/open-client';
import { mcpWords } from '@plimsoll/wording/mcp-words';
import type { z } from 'zod';
import { plain } from './said/quoted.ts';

/** What a tool asks with. */
export interface Asking {
  readonly client: Client;
  /** Where people look at what it tells of; null: not known, and no link is told. */
  readonly site: string | null;
  /** Aborts when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

export interface Answer<Data> {
  /** The answer in words, whole. */
  readonly text: string;
  /** The same as figures. */
  readonly data: Data;
}

interface Definition<In extends z.ZodObject, Out extends z.ZodObject> {
  readonly name: keyof typeof mcpWords.tools;
  readonly input: In;
  readonly output: Out;
  /** Left out: it reads. */
  readonly changes?: { readonly destructive: boolean };
  answer(asking: Asking, input: z.output<In>): Promise<Answer<z.output<Out>>>;
}

export type Tool = (server: McpServer, asking: Omit<Asking, 'signal'>) => void;

export function defineTool<In extends z.ZodObject, Out extends z.ZodObject>(definition: Definition<In, Out>): Tool {
  const { name, input, output, changes } = definition;
  const { title, about } = mcpWords.tools[name];
  const annotations = {
    title,
    readOnlyHint: changes === undefined,
    destructiveHint: changes?.destructive ?? false,
    idempotentHint: changes === undefined,
    openWorldHint: changes !== undefined,
  };
  return (server, asking) => {
    server.registerTool(
      name,
      { title, description: about, inputSchema: input as z.ZodObject, outputSchema: output as z.ZodObject, annotations },
      async (given, { signal }) => {
        try {
          const { text, data } = await definition.answer({ ...asking, signal }, given as z.output<In>);
          return { content: [{ type: 'text', text }], structuredContent: data as Record<string, unknown> };
        } catch (error) {
          if (!isProblem(error)) throw error;
          return { content: [{ type: 'text', text: refusalText(error) }], isError: true };
        }
      },
    );
  };
}

/** Line by line, since a refusal may name what was written by somebody. */
export function refusalText({ problem }: ApiProblem): string {
  return problemText(problem).split('\n').map(plain).join('\n');
}
