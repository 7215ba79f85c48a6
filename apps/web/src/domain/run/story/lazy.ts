/** The story comes after the page: what it needs is fetched when it is there. */
import { lazy } from 'react';

export const StoryFindings = lazy(() => import('./story-findings.tsx').then((module) => ({ default: module.StoryFindings })));
export const StoryMore = lazy(() => import('./story-more.tsx').then((module) => ({ default: module.StoryMore })));
