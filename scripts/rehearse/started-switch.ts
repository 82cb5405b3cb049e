import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { UsageError } from '../command-line/command.ts';

/** A switch that runs in a process of its own, as `npm start -- --verbose` does. */
export interface StartedSwitch {
  /** Base URL of the API, without a trailing slash. */
  readonly url: string;
  readonly consoleUrl: string;
  readonly adminKey: string;
  /** Resolves when it has ended. */
  readonly ended: Promise<unknown>;
  /** Ends it, and waits until it has ended. */
  stop(): Promise<void>;
}

/**
 * Starts a switch with its log in a file, on the ports that the environment names, and on free ones
 * where it names none. It ends with this process, however that ends.
 *
 * @param ending ends it, also while it starts
 * @throws UsageError with its output, when it does not start
 */
export async function startSwitchWithLog(
  logFile: string,
  ending: AbortSignal,
): Promise<StartedSwitch> {
  mkdirSync(path.dirname(logFile), { recursive: true });
  const free = { PORT: '0', VAULT_PORT: '0', SANDBOX_PORT: '0', SHOP_PORT: '0', CONSOLE_PORT: '0' };
  const script = path.join(import.meta.dirname, '..', 'turnout', 'start.ts');
  const log = openSync(logFile, 'w');
  const child = spawn(process.execPath, [script, '--verbose'], {
    env: { ...free, ...process.env },
    // The child sees by the end of this channel that the parent process has ended.
    stdio: ['ignore', 'pipe', log, 'ipc'],
  });
  closeSync(log);
  const said: string[] = [];
  const ended = once(child, 'close');
  const stop = async () => {
    child.kill('SIGINT');
    await ended;
  };
  ending.addEventListener('abort', () => child.kill('SIGINT'));
  const isReady = Promise.withResolvers<void>();
  if (child.stdout) {
    createInterface({ input: child.stdout }).on('line', (line) => {
      said.push(line);
      if (line === 'ready') isReady.resolve();
    });
  }
  await Promise.race([isReady.promise, ended]);
  const find = (pattern: RegExp) => {
    const found = said.map((line) => pattern.exec(line)?.[1]).find((one) => one !== undefined);
    if (found !== undefined) return found;
    const why = readFileSync(logFile, 'utf8').split('\n').slice(-20).join('\n');
    throw new UsageError(`The switch did not start as it should. Its log ends so:\n${why}`);
  };
  try {
    return {
      ended,
      stop,
      url: find(/^turnout-laptop listens on (http:\S+)$/),
      consoleUrl: find(/^The console is at (http:\S+)$/),
      adminKey: find(/^The operator's key is (.+)\.$/),
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
