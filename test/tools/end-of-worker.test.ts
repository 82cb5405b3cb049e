import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const folder = mkdtempSync(path.join(tmpdir(), 'turnout-worker-'));
afterAll(() => rmSync(folder, { recursive: true }));
const urlOf = (tool: string) =>
  pathToFileURL(path.join(import.meta.dirname, '../../tools/tests', tool)).href;
const module = urlOf('end-of-worker.ts');
const environment = urlOf('plain-environment.mjs');

/** A process with a server of a suite, as Jest starts its workers. */
async function aWorker(): Promise<ChildProcess> {
  const script = path.join(folder, 'worker.mjs');
  writeFileSync(
    script,
    `import { createServer } from 'node:http';
    import PlainEnvironment from ${JSON.stringify(environment)};
    const listener = () => process.removeListener('message', listener);
    process.on('message', listener);
    new PlainEnvironment({}, { testPath: '/test/a.test.ts' });
    createServer().listen(0, '127.0.0.1', () => process.send('listening'));`,
  );
  const worker = fork(script, { execArgv: [] });
  await once(worker, 'message');
  return worker;
}

it('a worker with a server ends when Jest has no more suites for it', async () => {
  const worker = await aWorker();
  const exit = once(worker, 'exit');
  worker.send('the end');
  expect(await exit).toEqual([0, null]);
});

it('a worker with a server ends when Jest was killed', async () => {
  const worker = await aWorker();
  const exit = once(worker, 'exit');
  worker.disconnect();
  expect(await exit).toEqual([0, null]);
});

it('servers that suites share in the process of Jest are closed after the suites, the last one first', async () => {
  const script = `
    const { closeAfterSuites, closeShared } = await import(${JSON.stringify(module)});
    for (const name of ['first', 'second']) closeAfterSuites(async () => console.log(name));
    await closeShared();
    await closeShared();`;
  const alone = fork('--input-type=module', [], {
    execArgv: ['--input-type=module', '--eval', script],
    silent: true,
  });
  let said = '';
  alone.stdout?.on('data', (text) => {
    said += text;
  });
  await once(alone, 'close');
  expect(said).toBe('second\nfirst\n');
});
