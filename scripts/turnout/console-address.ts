/** The base URL of the console on this machine, unless another is stated; no slash at its end. */
export function consoleAt(stated: URL | undefined): string {
  const port = process.env.CONSOLE_PORT || 3004;
  return (stated?.href ?? `http://127.0.0.1:${port}`).replace(/\/+$/, '');
}
