// The inside of a thread in which AWS's runtime client starts functions, one after the other.
import { registerHooks } from 'node:module';
import { parentPort } from 'node:worker_threads';
import type { ThreadInput, ThreadOutput } from './runtime-client.ts';

const client = import.meta.resolve('aws-lambda-ric');
const url = new URL('rapid-client.cjs', import.meta.url).href;
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === './rapid-client.node'
      ? { url, format: 'commonjs', shortCircuit: true }
      : next(specifier, context),
});

let printed = '';
process.stdout.write = (chunk: string | Uint8Array) => {
  printed += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
  return true;
};

let started = 0;
parentPort?.on('message', async (input: ThreadInput) => {
  if (input.kind === 'start') {
    for (const name of Object.keys(process.env)) delete process.env[name];
    Object.assign(process.env, input.environment);
    started += 1;
    // The client starts when it is loaded, and each time that it is loaded under another name.
    await import(`${client}?${started}`);
    return;
  }
  const output: ThreadOutput = { printed };
  printed = '';
  parentPort?.postMessage(output);
});
