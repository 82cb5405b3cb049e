import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

const root = join(import.meta.dirname, '..', '..');
export const modules = join(root, 'node_modules');

interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** A shop of its own with packed packages, as npm installs them without a network. */
export interface Shop {
  /** The folder of the shop, and that of the tarball of the package. */
  readonly folder: string;
  readonly tarball: string;
  /** Runs a command in the shop to its end. Throws its output where it fails. */
  run(command: readonly string[], options?: RunOptions): Promise<string>;
  write(name: string, content: string): Promise<void>;
  /** Compiles all programs of the shop with strict types. Throws the errors of the compiler. */
  compile(compilerOptions: object): Promise<void>;
  remove(): Promise<void>;
}

/**
 * Packs a package of ours as `npm publish` would, and installs it into an empty folder.
 *
 * @param dependencies the packages of `node_modules` that it depends on
 */
export async function installPacked(
  name: 'node' | 'browser',
  dependencies: readonly string[] = [],
): Promise<Shop> {
  const parent = await realpath(await mkdtemp(join(tmpdir(), `turnout-packed-${name}-`)));
  const folder = join(parent, 'shop');
  const tarball = await pack(join(root, 'packages', name), parent);
  const others = await Promise.all(dependencies.map((one) => pack(join(modules, one), parent)));
  await mkdir(folder);
  const shop: Shop = {
    folder,
    tarball,
    run: (command, options) => run(command, { cwd: folder, ...options }),
    write: (file, content) => writeFile(join(folder, file), content),
    async compile(compilerOptions) {
      const strict = { module: 'nodenext', target: 'es2023', strict: true, skipLibCheck: false };
      const settings = { compilerOptions: { ...strict, ...compilerOptions } };
      await shop.write('tsconfig.json', JSON.stringify(settings));
      await shop.run([process.execPath, join(modules, 'typescript/bin/tsc'), '-p', '.']);
    },
    remove: () => rm(parent, { recursive: true, force: true }),
  };
  await shop.write('package.json', JSON.stringify({ type: 'module' }));
  await shop.run(['npm', 'install', '--offline', '--ignore-scripts', tarball, ...others]);
  return shop;
}

/** Returns the path of the tarball. */
async function pack(from: string, to: string): Promise<string> {
  const output = await run(['npm', 'pack', '--silent', '--pack-destination', to], {
    cwd: from,
    env: { npm_config_ignore_scripts: from.startsWith(modules) ? 'true' : 'false' },
  });
  return join(to, output.trim().split('\n').at(-1) ?? '');
}

async function run(command: readonly string[], { cwd, env }: RunOptions): Promise<string> {
  const [program = '', ...args] = command;
  const child = spawn(program, args, { cwd, env: { ...process.env, ...env }, timeout: 180_000 });
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}:\n${output}${errors}`);
  return output;
}

/** The programs on a page, by the language of their fences. */
export const programsOn = (page: string, language: string): readonly string[] =>
  [...page.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'))].map(
    ([, program = '']) => program,
  );
