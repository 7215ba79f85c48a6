/** The resources of its target that a plan asks to be watched while the load runs. */
import { z } from 'zod';
import { refusal, refuse, refused } from '../api/refusal.ts';
import { oneLine } from '../request/target-text.ts';
import { parseTargetUrl } from '../request/target-url.ts';
import { mapUrlSecrets } from '../request/text-secrets.ts';

/** The name of a source of resources: a host's name, a process's, a word of one's own. */
export const sourceNameSchema = oneLine(80, 'give_name');

/** A URL that everybody in the team sees; one with a secret in it is refused by this code. */
export const shownUrlSchema = (secret: 'scrape_secret' | 'restart_secret') =>
  z
    .string()
    .max(2000)
    .superRefine((url, context) => {
      const parsed = parseTargetUrl(url);
      if ('error' in parsed) return refuse(context, [], parsed.error);
      let secrets = 0;
      mapUrlSecrets(url, ({ value }) => {
        secrets += 1;
        return value;
      });
      if (secrets > 0) refuse(context, [], refusal(secret));
    });

const scrapeSchema = z.strictObject({
  name: sourceNameSchema,
  /** Answers Prometheus text. */
  url: shownUrlSchema('scrape_secret'),
});

export const mostScrapes = 5;

/** Another process of the worker's machine than the one that listens on the target's port, as one behind a proxy. */
const namedProcessSchema = z.union([
  z.strictObject({ port: z.int().min(1).max(65_535).meta({ description: 'It listens on this port.' }) }),
  z.strictObject({
    name: oneLine(80, 'give_name').meta({ description: 'Its program, or the script that an interpreter runs: gunicorn, server.js.' }),
  }),
]);

export const planResourcesSchema = z.strictObject({
  /**
   * `auto`: the worker samples the process that listens on the port of a loopback target, and its children, each second. It needs Linux,
   * and does nothing for other targets. Behind a proxy on that machine, the process that does the work is named: `{port: 9001}` or
   * `{name: gunicorn}`.
   */
  process: z.union([z.enum(['auto', 'off']), namedProcessSchema]).default('auto'),
  /** Asked each second, where the target policy allows it. */
  scrape: z
    .array(scrapeSchema)
    .max(mostScrapes)
    .refine((list) => new Set(list.map(({ name }) => name)).size === list.length, refused('source_name_twice'))
    .default([]),
});
