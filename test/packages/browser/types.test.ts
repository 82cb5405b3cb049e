import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '..', '..', '..');
const run = promisify(execFile);

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'turnout-browser-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Compiles a program against the sources. Returns the errors of the compiler. */
async function errorsOf(program: string): Promise<string> {
  await writeFile(join(folder, 'program.ts'), program);
  const compilerOptions = {
    ...{ module: 'nodenext', target: 'es2024', lib: ['es2024', 'dom', 'dom.iterable'] },
    ...{ strict: true, noEmit: true, skipLibCheck: true, types: [] },
    allowImportingTsExtensions: true,
  };
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, files: ['program.ts'] }),
  );
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const compiled = await run(process.execPath, [tsc, '-p', folder], { cwd: root }).catch(
    (error) => error,
  );
  return `${compiled.stdout}`;
}

const ours = join(root, 'packages', 'browser', 'src', 'card-form.ts');
const vaultPages = join(root, 'shared', 'vault', 'pages', 'browser');
const embed = join(vaultPages, 'embed.ts');
const framed = join(vaultPages, 'framed-card-form.ts');
const appearance = join(vaultPages, 'appearance-text.ts');

const comparing = (
  name: string,
  other = name,
  [own, script]: readonly [string, string] = [ours, framed],
) => `
  type ${name}Check = Same<import('${own}').${name}, import('${script}').${other}>;
  export const check${name}: ${name}Check = true;`;
const same = `
  type Same<A, B> =
    (<T>() => T extends A ? 1 : 2) extends (<T>() => T extends B ? 1 : 2) ? true : false;`;

it("the package's types equal those of the vault's script", async () => {
  const names = ['FormState', 'StoredCard', 'CardFormError', 'CardForm'];
  const checks = [
    comparing('CardFormOptions', 'CardFormOptions', [ours, embed]),
    comparing('CardFormAppearance', 'CardFormAppearance', [ours, appearance]),
    ...names.map((name) => comparing(name)),
  ];
  const mount = `
  export const mount: Same<import('${ours}').MountCardForm, typeof import('${embed}').mountCardForm> = true;`;
  expect(await errorsOf([same, ...checks, mount].join(''))).toBe('');
  expect(await errorsOf(same + comparing('FormState', 'StoredCard'))).toMatch(
    /Type 'true' is not assignable to type 'false'/,
  );
});

it("the package's types of the checkout equal those of the switch's script", async () => {
  const files = [
    join(root, 'packages', 'browser', 'src', 'checkout.ts'),
    join(root, 'shared', 'switch', 'checkout', 'browser', 'mount-checkout.ts'),
  ] as const;
  const names = ['CheckoutOptions', 'CheckoutState', 'CheckoutResult', 'CheckoutError'];
  const checks = [...names, 'ConfirmOptions', 'Checkout'].map((name) =>
    comparing(name, name, files),
  );
  expect(await errorsOf([same, ...checks].join(''))).toBe('');
  expect(await errorsOf(same + comparing('CheckoutState', 'CheckoutResult', files))).toMatch(
    /Type 'true' is not assignable to type 'false'/,
  );
});
