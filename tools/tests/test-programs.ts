import { spawnSync } from 'node:child_process';
import { isFetched } from '../launch/npm-files.cjs';
import { chromiumPath } from './chromium.ts';

/** A program that only some tests need. They are skipped without it. */
export interface TestProgram {
  readonly name: string;
  readonly tests: string;
  isThere(): boolean;
  /** Its packages, by the program that installs packages. */
  readonly packages: Readonly<Partial<Record<PackageProgram, readonly string[]>>>;
  /** The command that brings it instead of a package. */
  readonly command?: readonly [string, ...string[]];
  /** Whether CI goes on where its package cannot be installed. */
  readonly mayFail?: true;
}

const packagePrograms = ['apt-get', 'brew'] as const;
export type PackageProgram = (typeof packagePrograms)[number];

const succeeds = (program: string, ...args: readonly string[]) =>
  spawnSync(program, args, { stdio: 'ignore' }).status === 0;

function hasJava(): boolean {
  const { stderr } = spawnSync('java', ['-version'], { encoding: 'utf8' });
  return Number(/version "(\d+)/.exec(stderr ?? '')?.[1] ?? 0) >= 17;
}

/** The one list of these programs: CI installs those on it, and a whole test run checks it. */
export const testPrograms = {
  chromium: {
    name: 'Chromium',
    tests: 'the pages that payers, merchants and developers see',
    isThere: () => chromiumPath() !== undefined,
    packages: { 'apt-get': ['chromium-headless-shell'], brew: ['--cask', 'chromium'] },
  },
  java: {
    name: 'Java, version 17 or newer',
    tests: 'tables in DynamoDB Local, and the programs in Java on the pages',
    isThere: hasJava,
    packages: { 'apt-get': ['default-jre-headless'], brew: ['openjdk'] },
  },
  dynamodbLocal: {
    name: 'DynamoDB Local',
    tests: 'our tables beside those of AWS',
    isThere: () => isFetched('dynamodb-local'),
    packages: {},
    command: ['npx', 'turnout', 'dynamodb-local'],
  },
  go: {
    name: 'Go',
    tests: 'the programs in Go on the pages',
    isThere: () => succeeds('go', 'version'),
    packages: { 'apt-get': ['golang-go'], brew: ['go'] },
  },
  php: {
    name: 'PHP with its curl extension',
    tests: 'the programs in PHP on the pages',
    isThere: () => succeeds('php', '-r', 'exit(extension_loaded("curl") ? 0 : 1);'),
    packages: { 'apt-get': ['php-cli', 'php-curl'], brew: ['php'] },
  },
  python: {
    name: 'Python',
    tests: 'the programs in Python on the pages',
    isThere: () => succeeds('python3', '--version'),
    packages: { 'apt-get': ['python3'], brew: ['python'] },
  },
  perl: {
    name: 'OpenAPI::Client for Perl',
    tests: 'the client in Perl on docs/clients.md',
    isThere: () => succeeds('perl', '-MOpenAPI::Client', '-e', '1'),
    packages: { 'apt-get': ['libopenapi-client-perl'] },
    mayFail: true,
  },
  curl: {
    name: 'curl',
    tests: 'the commands on the pages',
    isThere: () => succeeds('curl', '--version'),
    packages: { 'apt-get': ['curl'], brew: ['curl'] },
  },
  bash: {
    name: 'bash',
    tests: 'the commands of the README and of the guides',
    isThere: () => succeeds('bash', '--version'),
    packages: { 'apt-get': ['bash'], brew: ['bash'] },
  },
} as const satisfies Readonly<Record<string, TestProgram>>;

export type TestProgramName = keyof typeof testPrograms;

/** The missing programs, by their names in the list. */
export const missingPrograms = (
  programs: Readonly<Record<string, TestProgram>> = testPrograms,
): readonly string[] =>
  Object.entries(programs).flatMap(([name, { isThere }]) => (isThere() ? [] : [name]));

/** The program that installs packages on this machine; undefined where there is none. */
export const packageProgram = (): PackageProgram | undefined =>
  packagePrograms.find((name) => succeeds(name, '--version'));

/** The first lines of a whole test run on a machine without some programs; empty with all of them. */
export function missingLines(
  missing: readonly string[],
  programs: Readonly<Record<string, TestProgram>> = testPrograms,
): readonly string[] {
  if (missing.length === 0) return [];
  return [
    ...missing.map((name) => `Skipped without ${programs[name]?.name}: ${programs[name]?.tests}.`),
    'To install what is missing: npm run programs -- --install',
  ];
}
