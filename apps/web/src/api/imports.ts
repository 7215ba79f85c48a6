/** Result files of other tools. */

import { ApiProblem, readProblem, unreachable } from '@plimsoll/client/api-problem';
import { api } from '@plimsoll/contracts/paths';
import { type Run, runSchema } from '@plimsoll/contracts/run';

export interface ResultFile {
  readonly file: File;
  /** The target, where the file does not name it. */
  readonly url?: string;
  /** Share of the file that was sent, 0 to 1. */
  onProgress(share: number): void;
}

/** Sends the file; the answer is its run. Not by fetch, which does not tell how far it is. */
export function importResult({ file, url, onProgress }: ResultFile): Promise<Run> {
  const query = new URLSearchParams({ file: file.name.slice(0, 255), ...(url ? { url } : {}) });
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', `${api.imports}?${query}`);
    request.setRequestHeader('content-type', 'application/octet-stream');
    request.setRequestHeader('accept', 'application/json');
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onerror = () => reject(new ApiProblem(unreachable()));
    request.onload = async () => {
      const response = new Response(request.responseText, { status: request.status });
      try {
        if (!response.ok) throw new ApiProblem(await readProblem(response));
        resolve(runSchema.parse(await response.json()));
      } catch (error) {
        reject(error);
      }
    };
    request.send(file);
  });
}
