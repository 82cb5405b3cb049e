import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { isObject, parseJson } from './assembly/json.ts';

/** A process that a folder belongs to. Its number alone may be another process's by now. */
export interface Owner {
  readonly pid: number;
  readonly startedAt: string;
  readonly host: string;
}

const ownerFile = '.owner.json';

/** Makes a folder that belongs to this process: a later start removes it if this process cannot. */
export function ownedFolder(parent: string, prefix: string): string {
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(path.join(parent, prefix));
  own(folder);
  return folder;
}

/** Writes down that a folder belongs to this process. */
export function own(folder: string): void {
  const owner: Owner = { pid: process.pid, startedAt: startOf(process.pid), host: hostname() };
  writeFileSync(path.join(folder, ownerFile), JSON.stringify(owner));
}

/** Writes down that a folder belongs to no process. */
export function disown(folder: string): void {
  rmSync(path.join(folder, ownerFile), { force: true });
}

/** The process that a folder belongs to, while it lives; undefined when none is known to. */
export function livingOwner(folder: string): Owner | undefined {
  const owner = ownerOf(folder);
  return owner && isAlive(owner) ? owner : undefined;
}

/** Removes what processes left behind that were killed. What has no known owner stays. */
export function removeAbandoned(parent: string, prefix: string): readonly string[] {
  const abandoned = foldersIn(parent, prefix).filter((folder) => {
    const owner = ownerOf(folder);
    return owner !== undefined && !isAlive(owner);
  });
  for (const folder of abandoned) rmSync(folder, { recursive: true, force: true });
  return abandoned;
}

function foldersIn(parent: string, prefix: string): readonly string[] {
  try {
    return readdirSync(parent)
      .filter((name) => name.startsWith(prefix))
      .map((name) => path.join(parent, name));
  } catch {
    return [];
  }
}

function ownerOf(folder: string): Owner | undefined {
  try {
    const owner = parseJson(readFileSync(path.join(folder, ownerFile), 'utf8'));
    if (!isObject(owner)) return undefined;
    const { pid, startedAt, host } = owner;
    if (typeof pid !== 'number' || typeof startedAt !== 'string') return undefined;
    return typeof host === 'string' ? { pid, startedAt, host } : undefined;
  } catch {
    return undefined;
  }
}

/** Nothing is known of processes of another machine or container, so they count as alive. */
const isAlive = ({ pid, startedAt, host }: Owner): boolean =>
  host !== hostname() || startOf(pid) === startedAt;

/** When a process was started, in the words of its system; empty when there is no such process. */
function startOf(pid: number): string {
  if (process.platform === 'linux') {
    try {
      const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
      // A program's name may hold blanks and brackets; the state and numbers stand behind it.
      const [state = '', ...numbers] = text.slice(text.lastIndexOf(')') + 2).split(' ');
      return state === 'Z' ? '' : (numbers[18] ?? '');
    } catch {
      return '';
    }
  }
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
}
