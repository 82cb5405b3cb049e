import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { isObject, parseJson } from './assembly/json.ts';

/** A process that owns a folder. The process id does not identify it: the system reuses ids. */
export interface Owner {
  readonly pid: number;
  readonly startedAt: string;
  readonly host: string;
}

/** The file in a folder that names the process that owns it. */
export const ownerFile = '.owner.json';

/** Makes a folder owned by this process. If this process cannot remove it, a later start does. */
export function ownedFolder(parent: string, prefix: string): string {
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(path.join(parent, prefix));
  own(folder);
  return folder;
}

/** Records that this process owns a folder. */
export function own(folder: string): void {
  const owner: Owner = { pid: process.pid, startedAt: startOf(process.pid), host: hostname() };
  writeFileSync(path.join(folder, ownerFile), JSON.stringify(owner));
}

/** Records that no process owns a folder. */
export function disown(folder: string): void {
  rmSync(path.join(folder, ownerFile), { force: true });
}

/** The live process that owns a folder; undefined when no owner is known. */
export function livingOwner(folder: string): Owner | undefined {
  const owner = ownerOf(folder);
  return owner && isAlive(owner) ? owner : undefined;
}

/** Removes the folders of processes that were killed. Folders without a known owner stay. */
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

/** Processes of another machine or container cannot be checked, so they count as alive. */
const isAlive = ({ pid, startedAt, host }: Owner): boolean =>
  host !== hostname() || startOf(pid) === startedAt;

/** When a process was started, in its system's format; empty when it does not exist. */
function startOf(pid: number): string {
  if (process.platform === 'linux') {
    try {
      const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
      // A program's name may contain blanks and brackets; the state and the numbers follow it.
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
