import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import * as v from 'valibot';
import { leanSdk } from '../tools/lean-sdk.ts';
import type { StartedBundle } from './first-call.ts';
import { markdownTable, times } from './markdown-table.ts';
import { median } from './statistics.ts';

/**
 * What a start is made of. Each process does the work of those before it and one thing more, under
 * AWS's own runtime client, which ends when it asks for the first event.
 */
const stages = [
  ['node', 'Node.js'],
  ['client', 'AWS’s runtime client, with an empty handler'],
  ['tls', 'HTTP, crypto, TLS, and the early connection to the table'],
  ['compiled', 'reading and compiling `index.cjs`'],
  ['loaded', 'our top level: running `index.cjs`'],
] as const;

type Stage = (typeof stages)[number][0];

interface Started {
  readonly ms: number;
  readonly cpuMs: number;
}

type Starts = Readonly<Record<Stage, Started>>;

export interface StartStages {
  /** Starts each stage once for a function that connects to the table. */
  measure(bundle: StartedBundle): Promise<void>;
  /** A table of the stages, and the starts over that of the empty handler. */
  report(): string;
}

/** Writes to `directory`. */
export async function startStages(directory: string): Promise<StartStages> {
  const folder = path.join(directory, 'stages');
  const client = copyOfClient(path.join(folder, 'client'));
  const empty = handlerFile(path.join(folder, 'empty'), '');
  const connecting = path.join(folder, 'connect.cjs');
  await bundleConnection(connecting);
  const tls = handlerFile(path.join(folder, 'tls'), `require(${JSON.stringify(connecting)});`);
  const alone = path.join(folder, 'alone.cjs');
  writeFileSync(alone, reportAndEnd);
  const all: Starts[] = [];

  return {
    async measure({ name, file, environment }) {
      const compiled = handlerFile(
        path.join(folder, 'compiled', name),
        `require(${JSON.stringify(connecting)});
         const { readFileSync } = require('node:fs');
         const names = ['exports', 'require', 'module', '__filename', '__dirname'];
         const filename = ${JSON.stringify(file)};
         require('node:vm').compileFunction(readFileSync(filename, 'utf8'), names, { filename });`,
      );
      const start = (handler: string) => clientStart(client, handler, environment);
      all.push({
        node: await started([alone], environment),
        client: await start(empty),
        tls: await start(tls),
        compiled: await start(compiled),
        loaded: await start(file),
      });
    },
    report: () => reportOf(all),
  };
}

function reportOf(all: readonly Starts[]): string {
  const medianOf = (stage: Stage, unit: keyof Started) =>
    median(all.map((starts) => starts[stage][unit]));
  const rows = stages.map(([stage, label], index) => {
    const [before] = stages[index - 1] ?? [];
    const own = (unit: keyof Started) =>
      medianOf(stage, unit) - (before ? medianOf(before, unit) : 0);
    const share = own('ms') / medianOf('loaded', 'ms');
    return [label, own('ms').toFixed(1), `${(share * 100).toFixed(0)} %`, own('cpuMs').toFixed(1)];
  });
  const over = (unit: keyof Started) => {
    const ratios = all.map(({ loaded }) => loaded[unit] / medianOf('client', unit));
    const within = ratios.filter((one) => one <= 1.9).length;
    return `${times(median(ratios))} at the median, ${times(Math.max(...ratios))} at most; of ${ratios.length}, ${within} within ${times(1.9)}`;
  };
  return [
    markdownTable(['stage of a start, median of all functions', 'ms', 'of it', 'CPU ms'], rows),
    `Under AWS’s runtime client, loaded over its empty handler: ${over('ms')}. CPU time: ${over('cpuMs')}.`,
  ].join('\n\n');
}

/**
 * Copies the client, beside a stand-in of its native part: this one reports at the question for the
 * first event, and ends the process.
 */
function copyOfClient(folder: string): string {
  const native = path.join(folder, 'rapid-client.node');
  mkdirSync(native, { recursive: true });
  const file = path.join(folder, 'index.mjs');
  copyFileSync(fileURLToPath(import.meta.resolve('aws-lambda-ric')), file);
  writeFileSync(path.join(native, 'index.js'), `exports.next = () => { ${reportAndEnd} };\n`);
  return file;
}

const reportAndEnd = `
  const { user, system } = process.cpuUsage();
  require('node:fs').writeSync(3, JSON.stringify({ cpuMs: (user + system) / 1000 }));
  process.exit(0);`;

/** A handler that does nothing, in a file that first runs this code. */
function handlerFile(folder: string, code: string): string {
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, 'index.cjs');
  writeFileSync(file, `${code}\nexports.handler = async () => ({ statusCode: 200 });\n`);
  return file;
}

/** Bundles the opening of the table's connection as functions have it. */
async function bundleConnection(outfile: string): Promise<void> {
  await build({
    ...leanSdk.options,
    plugins: [leanSdk.plugin],
    stdin: {
      contents: `
        import 'node:tls';
        import 'node:async_hooks';
        import 'node:crypto';
        import { connectionsTo } from './shared/platform/aws/connections.ts';
        const endpoint = process.env.AWS_ENDPOINT_URL_DYNAMODB ?? 'https://localhost:9';
        connectionsTo(new URL(endpoint)).openEarly();`,
      resolveDir: path.join(import.meta.dirname, '..'),
      loader: 'ts',
    },
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'cjs',
    outfile,
  });
}

const clientStart = (
  client: string,
  handler: string,
  environment: Readonly<Record<string, string>>,
): Promise<Started> =>
  started([client], {
    ...environment,
    AWS_LAMBDA_RUNTIME_API: 'localhost:9',
    LAMBDA_TASK_ROOT: path.dirname(handler),
    _HANDLER: 'index.handler',
  });

const Reported = v.object({ cpuMs: v.number() });

async function started(
  parameters: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<Started> {
  const begun = performance.now();
  const child = spawn(process.execPath, parameters, {
    env: environment,
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  let reported = '';
  child.stdio[3]?.on('data', (bytes: Buffer) => {
    reported += bytes.toString();
  });
  const [code]: unknown[] = await once(child, 'close');
  const ms = performance.now() - begun;
  if (code !== 0) {
    throw new Error(
      `node ${parameters.join(' ')} ends with ${code}: ${environment.LAMBDA_TASK_ROOT}.`,
    );
  }
  return { ms, ...v.parse(Reported, JSON.parse(reported)) };
}
