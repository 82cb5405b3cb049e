// A thread that loads modules and posts their exports as text: see `template-sources.ts`.
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import * as v from 'valibot';

const files = v.parse(v.array(v.string()), workerData);
const modules = await Promise.all(
  files.map((file): Promise<object> => import(pathToFileURL(file).href)),
);
// A function decides by its code.
const text = JSON.stringify(modules, (_, value: unknown) =>
  typeof value === 'function' ? String(value) : value,
);
parentPort?.postMessage(text);
