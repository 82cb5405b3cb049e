import type { Environment } from '../command-line/program.ts';

/** The base URL of the console on this machine, unless another is stated; no slash at its end. */
export function consoleAt(stated: URL | undefined, environment: Environment): string {
  const port = environment.CONSOLE_PORT || 3004;
  return (stated?.href ?? `http://127.0.0.1:${port}`).replace(/\/+$/, '');
}
