/**
 * Turns of imports that come at the same time. Nobody's slow upload is in another team's way: the count over all teams is of bytes that
 * came, never of requests that were begun. One file of each team is read at a time, so that teams take turns.
 */
import { problemWords } from '@plimsoll/wording/en/problem';
import { notNow } from '../http/api-error.ts';

/** Limit for one team. */
const mostUploads = 8;
const mostRead = 3;
/** Limit for all teams together, as many times the largest file. */
const filesOfAll = 3;

interface OfTeam {
  uploads: number;
  bytes: number;
  /** Come whole: read, or waiting for it. */
  read: number;
  last: Promise<unknown>;
}

export interface ImportTurn {
  /** Bytes more that lie on the disk. Throws ApiError where there is no room for them. */
  hold(bytes: number): void;
  /** Once the body is there: what `read` answers, at the team's turn. Throws ApiError where too many of the team wait. */
  read<T>(read: () => Promise<T>): Promise<T>;
  end(): void;
}

interface ImportTurns {
  /** Throws ApiError where the team sends too many at once. */
  begin(teamId: string): ImportTurn;
}

const busy = () => notNow('too_many_requests', problemWords.body.manyImports, 2);

export function openImportTurns(mostImportBytes: number): ImportTurns {
  const teams = new Map<string, OfTeam>();
  let bytesOfAll = 0;
  return {
    begin(teamId) {
      const team = teams.get(teamId) ?? { uploads: 0, bytes: 0, read: 0, last: Promise.resolve() };
      if (team.uploads >= mostUploads) throw busy();
      teams.set(teamId, team);
      team.uploads += 1;
      let held = 0;
      return {
        hold(bytes) {
          if (team.bytes + bytes > mostImportBytes) throw busy();
          if (bytesOfAll + bytes > filesOfAll * mostImportBytes) throw notNow('unavailable', problemWords.body.manyWait, 10);
          held += bytes;
          team.bytes += bytes;
          bytesOfAll += bytes;
        },
        async read(read) {
          if (team.read >= mostRead) throw busy();
          team.read += 1;
          const answer = team.last.then(read).finally(() => team.read--);
          team.last = answer.catch(() => undefined);
          return answer;
        },
        end() {
          team.uploads -= 1;
          team.bytes -= held;
          bytesOfAll -= held;
          if (team.uploads === 0) teams.delete(teamId);
        },
      };
    },
  };
}
