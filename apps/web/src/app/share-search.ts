import { z } from 'zod';

/** The share dialog stands in the URL like any other view state. */
export const shareSearch = z.object({ share: z.string().optional() });
