/** Questions that people ask an assistant, as it is to go about them. */
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { mcpWords } from '@plimsoll/wording/mcp-words';
import { z } from 'zod';
import { quoted } from './said/quoted.ts';

const user = (text: string) => ({ messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }] });

export function addPrompts(server: McpServer): void {
  const { slower, explain, regressions } = mcpWords.prompts;
  server.registerPrompt(
    'is-this-change-slower',
    {
      title: slower.title,
      description: slower.about,
      argsSchema: { base: z.string().describe(slower.base), candidate: z.string().describe(slower.candidate) },
    },
    ({ base, candidate }) => user(slower.text({ base: quoted(base), candidate: quoted(candidate) })),
  );
  server.registerPrompt(
    'what-happened-in-this-run',
    { title: explain.title, description: explain.about, argsSchema: { run: z.string().describe(explain.run) } },
    ({ run }) => user(explain.text({ run: quoted(run) })),
  );
  server.registerPrompt('what-became-worse', { title: regressions.title, description: regressions.about }, () => user(regressions.text));
}
