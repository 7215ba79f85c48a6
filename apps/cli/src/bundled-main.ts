#!/usr/bin/env node
/** The one file of the packed command: it is the program, and each of the threads that the engine starts. */
import { isMainThread, workerData } from 'node:worker_threads';

if (isMainThread) await import('./main.ts');
else if ('sleepsFor' in workerData) await import('@plimsoll/engine/timer-thread');
else await import('@plimsoll/engine/load-thread');
