import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';

/** A bundle that is started, with the first event that its handler gets. */
export interface StartedBundle {
  readonly name: string;
  /** Its `index.cjs`. */
  readonly file: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly event: unknown;
  /** When the event arrived, in ms since 1970: the process uses it as the time at its start. */
  readonly at?: number;
}

interface StartOptions {
  /** Whether the handler is called too. */
  readonly isCalled?: boolean;
  /** Whether V8's compile cache is used. */
  readonly isCached?: boolean;
}

export interface Started {
  /** Wall time from the start of the process to its end. */
  readonly ms: number;
  /** CPU time of all threads of the process, from before the bundle was loaded. */
  readonly cpuMs: number;
  /** The same from the start of the process, with that of Node.js's own start. */
  readonly wholeCpuMs: number;
  /** The handler's result, as JSON; undefined where it was not called, or threw. */
  readonly result: string | undefined;
  /** The name of the error that the handler threw. */
  readonly error: string | undefined;
}

const Reported = v.object({
  cpuMs: v.number(),
  wholeCpuMs: v.number(),
  result: v.optional(v.string()),
  error: v.optional(v.string()),
});

/**
 * Starts a process for a bundle, and resolves when the process has ended. Writes to `directory`.
 */
export function starter(directory: string) {
  const program = path.join(directory, 'first-call.cjs');
  writeFileSync(program, firstCall);
  const cache = path.join(directory, 'compile-cache');
  return async (
    { name, file, environment, event, at }: StartedBundle,
    { isCalled, isCached }: StartOptions,
  ): Promise<Started> => {
    const started = performance.now();
    const child = spawn(
      process.execPath,
      [
        ...[program, String(at === undefined ? 0 : Date.now() - at), file],
        ...(isCalled ? [JSON.stringify(event)] : []),
      ],
      {
        env: { ...environment, ...(isCached && { NODE_COMPILE_CACHE: cache }) },
        stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
      },
    );
    let reported = '';
    child.stdio[3]?.on('data', (bytes: Buffer) => {
      reported += bytes.toString();
    });
    const [code]: unknown[] = await once(child, 'close');
    const ms = performance.now() - started;
    if (code !== 0) throw new Error(`${name} cannot be loaded: run node ${file}.`);
    const { result, error, ...cpu } = v.parse(Reported, JSON.parse(reported));
    return { ms, ...cpu, result, error };
  };
}

const Result = v.object({
  statusCode: v.optional(v.number()),
  batchItemFailures: v.optional(v.array(v.unknown())),
});

/** The HTTP status, `done` where there is none, the number of messages that failed, or an error. */
export function answerOf({ result, error }: Started): string {
  if (error !== undefined) return error;
  const { statusCode, batchItemFailures = [] } = v.parse(
    v.fallback(Result, {}),
    result === undefined ? undefined : JSON.parse(result),
  );
  if (batchItemFailures.length > 0) return `${batchItemFailures.length} failed`;
  return String(statusCode ?? 'done');
}

/** Whether that is the answer to a request that succeeded, or a redirect. */
export const isSuccess = (answer: string): boolean => /^(done|[23]\d\d)$/.test(answer);

/** Loads a bundle, and calls its handler if an event is given. */
const firstCall = `
const { writeSync } = require('node:fs');
const end = (outcome) => {
  const [cpuMs, wholeCpuMs] = [process.cpuUsage(before), process.cpuUsage()].map(
    ({ user, system }) => (user + system) / 1000,
  );
  writeSync(3, JSON.stringify({ cpuMs, wholeCpuMs, ...outcome }));
  process.exit(0);
};
const [, , behindMs, file, event] = process.argv;
const Now = Date;
globalThis.Date = class extends Now {
  constructor(...given) {
    super(...(given.length > 0 ? given : [Now.now() - behindMs]));
  }
  static now() {
    return Now.now() - behindMs;
  }
};
const before = process.cpuUsage();
const { handler } = require(file);
const context = { awsRequestId: 'bench', getRemainingTimeInMillis: () => 28000 };
if (!event) end();
handler(JSON.parse(event), context).then(
  (result) => end({ result: JSON.stringify(result) }),
  (error) => end({ error: String(error && error.name) }),
);
`;
