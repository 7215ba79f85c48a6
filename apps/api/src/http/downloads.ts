/**
 * Files of the archive on their way to people. Each is fetched whole before the first byte goes out: whoever reads slowly holds no connection to the store, and nobody gets a
 * part of a file that is damaged.
 */
import type { SpooledFile } from '@plimsoll/artefacts/spooled-file';
import type { KeptFile } from '@plimsoll/store/imported-file';
import { problemWords } from '@plimsoll/wording/en/problem';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { notNow } from './api-error.ts';

/** Limits for one process: each file lies on its disk as long as somebody reads it. */
const mostOfTeam = 2;
const mostOfAll = 8;

export const keptFile = {
  description: 'The file.',
  content: { 'application/octet-stream': { schema: z.unknown().meta({ type: 'string', format: 'binary' }) } },
};

interface Download {
  readonly teamId: string;
  readonly file: Pick<KeptFile, 'fetch'>;
  /** Anything that somebody called it. */
  readonly name: string;
}

export interface Downloads {
  /** `note` is awaited before the first byte. Throws ApiError where too many are under way, and as `fetch` does. */
  send(reply: FastifyReply, download: Download, note: () => Promise<void>): Promise<FastifyReply>;
}

/** A name that no header and no file system takes for something else, and as it is (RFC 6266). */
function disposition(name: string): string {
  const plain = name.replace(/[^\w.-]+/g, '_').replace(/^\.+/, '_');
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, percentOf)}`;
}

const percentOf = (letter: string) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`;

export function openDownloads(): Downloads {
  const teams = new Map<string, number>();
  const busy = () => notNow('too_many_requests', problemWords.body.manyDownloads, 5);
  const change = (teamId: string, by: 1 | -1) => {
    const now = (teams.get(teamId) ?? 0) + by;
    if (now === 0) teams.delete(teamId);
    else teams.set(teamId, now);
  };
  return {
    async send(reply, download, note) {
      const { teamId, name } = download;
      const ofAll = [...teams.values()].reduce((sum, of) => sum + of, 0);
      if ((teams.get(teamId) ?? 0) >= mostOfTeam || ofAll >= mostOfAll) throw busy();
      change(teamId, 1);
      let file: SpooledFile | undefined;
      const end = () => {
        change(teamId, -1);
        void file?.close();
      };
      try {
        file = await download.file.fetch();
        await note();
      } catch (error) {
        end();
        throw error;
      }
      // Whoever asked is gone.
      if (reply.raw.destroyed) {
        end();
        return reply.hijack();
      }
      reply.raw.once('close', end);
      return reply
        .header('content-type', 'application/octet-stream')
        .header('content-length', file.bytes)
        .header('content-disposition', disposition(name))
        .send(file.read());
    },
  };
}
