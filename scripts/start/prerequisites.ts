import {
  accessSync,
  constants,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
} from 'node:fs';
import { statfs } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { checkData, DamagedData } from '../../local/damaged-data.ts';
import { livingOwner } from '../../local/owned-folder.ts';
import { unreadableTables } from '../../local/services/kept-tables.ts';

interface WantedPort {
  /** The environment variable that sets the port. */
  readonly variable: string;
  /** 0 means any free port. */
  readonly port: number;
}

export interface Wanted {
  readonly ports: readonly WantedPort[];
  /** The folder for data; without it, data is not kept. */
  readonly dataDirectory: string | undefined;
  /** The folder for bundles and templates. */
  readonly workDirectory: string;
  /** Another DynamoDB that holds the tables. */
  readonly dynamodbEndpoint: string | undefined;
  /** Why settings of the environment cannot be used. */
  readonly settingProblems: readonly string[];
}

/** The disk space that bundles, templates and some data need, in bytes. */
const neededBytes = 300 * 1024 * 1024;

/** All missing prerequisites of the switch, each with the remedy; empty when none is missing. */
export async function missingPrerequisites(wanted: Wanted): Promise<readonly string[]> {
  const { ports, dataDirectory, workDirectory, dynamodbEndpoint, settingProblems } = wanted;
  const found = await Promise.all([
    wrongEndpoint(dynamodbEndpoint),
    ...ports.map((one, index) => portInUse(one, ports.slice(0, index))),
    dataDirectory === undefined ? undefined : unusableFolder(dataDirectory),
    dataDirectory === undefined || dynamodbEndpoint ? undefined : otherTables(dataDirectory),
    ...settingProblems,
    lowDiskSpace(workDirectory),
  ]);
  return found.filter((one) => one !== undefined);
}

function wrongEndpoint(given: string | undefined): string | undefined {
  if (given === undefined) return undefined;
  const protocol = URL.parse(given)?.protocol;
  if (protocol === 'http:' || protocol === 'https:') return undefined;
  return `DYNAMODB_ENDPOINT must be an address such as http://127.0.0.1:8000, and is "${given}".`;
}

async function portInUse(
  { variable, port }: WantedPort,
  others: readonly WantedPort[],
): Promise<string | undefined> {
  if (!(port >= 0 && port < 65_536)) {
    return `${variable} must be a port, a number from 0 to 65535.`;
  }
  if (port === 0) return undefined;
  const same = others.find((one) => one.port === port);
  if (same)
    return `${same.variable} and ${variable} are both ${port}: give one of them another port.`;
  if (await isFree(port)) return undefined;
  const holder = holderOf(port);
  const by = holder === undefined ? 'another program' : holder;
  return `Port ${port} is taken by ${by}: end that, or set ${variable} to another port.`;
}

/** Whether this process may listen on the port. */
export const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

/** The program that listens on a port, as far as Linux shows it to the user. */
function holderOf(port: number): string | undefined {
  try {
    const socket = `socket:[${inodeOf(port)}]`;
    const pid = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .find((one) => socketsOf(one).includes(socket));
    if (pid === undefined) return undefined;
    return `process ${pid} (${readFileSync(`/proc/${pid}/comm`, 'utf8').trim()})`;
  } catch {
    return undefined;
  }
}

function inodeOf(port: number): string {
  const ending = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const lines = ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((file) =>
    readFileSync(file, 'utf8').split('\n'),
  );
  const columns = lines.map((line) => line.trim().split(/\s+/));
  // The state 0A means listening.
  return (
    columns.find(([, local, , state]) => local?.endsWith(ending) && state === '0A')?.[9] ?? '-'
  );
}

function socketsOf(pid: string): readonly string[] {
  try {
    const folder = `/proc/${pid}/fd`;
    return readdirSync(folder).map((name) => {
      try {
        return readlinkSync(path.join(folder, name));
      } catch {
        return '';
      }
    });
  } catch {
    return [];
  }
}

function unusableFolder(directory: string): string | undefined {
  const there = statSync(directory, { throwIfNoEntry: false });
  if (there && !there.isDirectory())
    return `--data must name a folder, and ${directory} is a file.`;
  try {
    mkdirSync(directory, { recursive: true });
    accessSync(directory, constants.W_OK | constants.X_OK);
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? ` (${error.code})` : '';
    return `--data names ${directory}, where nothing can be written${why}.`;
  }
  const owner = livingOwner(directory);
  if (!owner) return damageIn(directory);
  return `--data names ${directory}, which process ${owner.pid} uses: end that, or name another folder.`;
}

function damageIn(directory: string): string | undefined {
  try {
    checkData(directory);
    return undefined;
  } catch (error) {
    if (error instanceof DamagedData) return error.message;
    throw error;
  }
}

function otherTables(directory: string): string | undefined {
  const unreadable = unreadableTables(directory);
  return unreadable && `--data names a folder that cannot be used: ${unreadable}`;
}

async function lowDiskSpace(directory: string): Promise<string | undefined> {
  const { bavail, bsize } = await statfs(directory);
  const free = bavail * bsize;
  if (free >= neededBytes) return undefined;
  const megabytes = (bytes: number) => Math.floor(bytes / 1024 / 1024);
  return `${megabytes(free)} MB are free where ${directory} lies, and ${megabytes(neededBytes)} are needed.`;
}
