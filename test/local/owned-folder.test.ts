import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const file = path.join(import.meta.dirname, '..', '..', 'local', 'owned-folder.ts');
const parent = mkdtempSync(path.join(tmpdir(), 'turnout-owned-'));
afterAll(() => rmSync(parent, { recursive: true }));

/** A process of another platform that owns a folder until its standard input ends. */
async function owner(platform: string) {
  const program = `
    Object.defineProperty(process, 'platform', { value: '${platform}' });
    const { ownedFolder } = await import(${JSON.stringify(file)});
    process.stdout.write(ownedFolder(${JSON.stringify(parent)}, 'own-'));
    process.stdin.resume();
  `;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program]);
  const folder = await new Promise<string>((resolve) =>
    child.stdout.once('data', (data) => resolve(String(data))),
  );
  const ended = new Promise((resolve) => child.once('exit', resolve));
  return {
    folder,
    async end() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Removes abandoned folders as a process of a platform. */
const removeAs = (platform: string) =>
  spawnSync(process.execPath, [
    ...['--input-type=module', '-e'],
    `Object.defineProperty(process, 'platform', { value: '${platform}' });
     const { removeAbandoned } = await import(${JSON.stringify(file)});
     removeAbandoned(${JSON.stringify(parent)}, 'own-');`,
  ]);

const hasPs = spawnSync('ps', ['-o', 'lstart=', '-p', String(process.pid)]).status === 0;
if (!hasPs) console.warn('Skipped: folders’ owners on a Mac. There is no ps on this machine.');

it.each(['linux', ...(hasPs ? ['darwin'] : [])])(
  'on %s, a start removes the folder of a process that was killed, and none of a living one',
  async (platform) => {
    const own = await owner(platform);
    removeAs(platform);
    expect(existsSync(own.folder)).toBe(true);
    await own.end();
    removeAs(platform);
    expect(existsSync(own.folder)).toBe(false);
  },
);
