import { execFile } from 'node:child_process';
import { statfs } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { allAbouts } from '#connectors/abouts.ts';
import type { About } from '#connectors/interface/about.ts';
import { isFetched } from '../../tools/launch/npm-files.cjs';
import { chromiumPath, noChromium } from '../../tools/tests/chromium.ts';
import type { Environment } from '../command-line/program.ts';
import { SignInNeeded } from '../deploy/account.ts';
import { awsAccount } from '../deploy/aws-account.ts';

/** A thing that a machine has or lacks. */
interface Finding {
  readonly name: string;
  /** Whether the switch runs without it. */
  readonly isOptional: boolean;
  readonly isThere: boolean;
  /** The program that is there, or how to get it. */
  readonly about: string;
}

const run = promisify(execFile);
const root = join(import.meta.dirname, '..', '..');

/** The disk space that bundles, templates and some data need, in bytes. */
const neededBytes = 300 * 1024 * 1024;

const ports = [
  ['PORT', 3000, 'the API'],
  ['VAULT_PORT', 3001, 'the vault'],
  ['SANDBOX_PORT', 3002, 'the sandbox'],
  ['SHOP_PORT', 3003, 'the example shop'],
  ['CONSOLE_PORT', 3004, 'the console'],
] as const;

/** Says of each thing that a machine needs whether it is there. */
export function machineFindings(environment: Environment): Promise<readonly Finding[]> {
  const isRunning = switchAnswers(environment);
  return Promise.all([
    platform(),
    node(),
    disk(),
    ...ports.map(([variable, usual, what]) =>
      portFree(variable, Number(environment[variable] || usual), what, isRunning),
    ),
    program('git', ['--version'], 'Needed to clone and to contribute: install git.'),
    chromium(environment),
    java(),
    credentials(),
  ]).then((findings) => [...findings, ...endingVersions(allAbouts(), new Date())]);
}

/** A finding as a line for people. */
export function findingLine({ name, isOptional, isThere, about }: Finding): string {
  const mark = isThere ? 'there   ' : isOptional ? 'optional' : 'MISSING ';
  return `${mark}  ${name.padEnd(12)}  ${about}\n`;
}

/** How soon before its end a version of a processor's API is reported. */
const noticeDays = 180;

/** The versions of processors' APIs that have ended, or end soon. */
export function endingVersions(abouts: readonly About[], now: Date): readonly Finding[] {
  return abouts.flatMap(({ displayName, api }): readonly Finding[] => {
    if (api?.endsOn === undefined) return [];
    const daysLeft = (Date.parse(api.endsOn) - now.getTime()) / 86_400_000;
    if (daysLeft > noticeDays) return [];
    const ends = daysLeft < 0 ? 'ended' : 'ends';
    return [
      {
        name: 'connector',
        isOptional: true,
        isThere: false,
        about: `${displayName}: version ${api.version} of its API ${ends} on ${api.endsOn}. A newer version of this repository may have the next one.`,
      },
    ];
  });
}

function platform(): Finding {
  const isThere = ['linux', 'darwin'].includes(process.platform);
  return {
    name: 'platform',
    isOptional: false,
    isThere,
    about: isThere
      ? `${process.platform} ${process.arch}`
      : 'Turnout runs on Linux and macOS: on Windows, install WSL ("wsl --install").',
  };
}

function node(): Finding {
  return {
    name: 'Node.js',
    isOptional: false,
    isThere: true,
    about: `${process.version} runs the commands, at ${process.execPath}`,
  };
}

async function disk(): Promise<Finding> {
  const { bavail, bsize } = await statfs(root);
  const free = bavail * bsize;
  const shown = `${Math.floor(free / 1024 / 1024)} MB are free`;
  const isThere = free >= neededBytes;
  return {
    name: 'disk',
    isOptional: false,
    isThere,
    about: isThere ? shown : `${shown}, and ${neededBytes / 1024 / 1024} MB are needed.`,
  };
}

/**
 * Whether a port can be listened on. Where a switch answers at the first one, the others are taken
 * by that switch.
 */
async function portFree(
  variable: string,
  port: number,
  what: string,
  isRunning: () => Promise<boolean>,
): Promise<Finding> {
  const server = createServer();
  const isFree = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
  const isOfSwitch = !isFree && (await isRunning());
  const inUse = isOfSwitch
    ? `a switch listens there: ${what}`
    : `taken, and ${what} wants it: end the program there, or set ${variable}.`;
  return {
    name: `port ${port}`,
    isOptional: false,
    isThere: isFree || isOfSwitch,
    about: isFree ? `free, for ${what}` : inUse,
  };
}

/** Asks once whether a switch answers at the port of the API. */
function switchAnswers(environment: Environment): () => Promise<boolean> {
  let answer: Promise<boolean> | undefined;
  return () => {
    answer ??= fetch(`http://127.0.0.1:${environment.PORT || 3000}/health`)
      .then(async (health) => health.ok && (await health.text()).includes('health is good'))
      .catch(() => false);
    return answer;
  };
}

async function program(name: string, args: readonly string[], otherwise: string): Promise<Finding> {
  const version = await run(name, [...args]).then(
    ({ stdout, stderr }) => `${stdout}${stderr}`.split('\n')[0],
    () => undefined,
  );
  return {
    name,
    isOptional: true,
    isThere: version !== undefined,
    about: version ?? otherwise,
  };
}

function chromium({ CHROMIUM }: Environment): Finding {
  const path = chromiumPath(process.platform, CHROMIUM);
  return {
    name: 'Chromium',
    isOptional: true,
    isThere: path !== undefined,
    about:
      path ?? `${noChromium(process.platform, CHROMIUM)} Tests of pages are skipped without it.`,
  };
}

async function java(): Promise<Finding> {
  const found = await program(
    'java',
    ['-version'],
    'Only tests on DynamoDB Local need it: version 17 or newer.',
  );
  const local = isFetched('dynamodb-local')
    ? 'DynamoDB Local is there'
    : '"npx turnout dynamodb-local" fetches DynamoDB Local';
  return { ...found, about: found.isThere ? `${found.about}; ${local}` : found.about };
}

/** Whether AWS knows the credentials, which only a deployment needs. */
async function credentials(): Promise<Finding> {
  const about = await awsAccount('')
    .id()
    .then(
      (id) => ({ isThere: true, about: `account ${id}` }),
      (error: unknown) => ({
        isThere: false,
        about:
          error instanceof SignInNeeded ? error.message : 'AWS was not reached from this machine.',
      }),
    );
  return { name: 'AWS', isOptional: true, ...about };
}
