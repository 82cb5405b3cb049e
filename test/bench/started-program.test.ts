import { root } from '../../bench/deployment.ts';
import { processTree, rssKbOf } from '../../bench/processes.ts';
import { startProgram } from '../../bench/started-program.ts';

const never = new AbortController().signal;

it('a measured program is counted with all its child processes', async () => {
  const program = `
    import { spawn } from 'node:child_process';
    spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], { stdio: 'ignore' })
      .once('spawn', () => console.log('it listens on http://127.0.0.1:1/\\nready'));
  `;
  const parameters = ['--input-type=module', '-e', program];
  const started = await startProgram(
    { directory: root, command: process.execPath, parameters },
    never,
  );
  const all = started.processes();
  await started.stop();
  expect([...started.urls]).toEqual([['it', 'http://127.0.0.1:1/']]);
  if (process.platform !== 'linux') return;
  expect(all).toHaveLength(2);
  expect(rssKbOf(all)).toBeGreaterThan(20_000);
  expect(all.flatMap(({ pid }) => processTree(pid))).toEqual([]);
});

it('a measured program that ends without output is abandoned', async () => {
  const parameters = ['-e', ''];
  await expect(
    startProgram({ directory: root, command: process.execPath, parameters }, never),
  ).rejects.toThrow('It ended before `ready`.');
});
