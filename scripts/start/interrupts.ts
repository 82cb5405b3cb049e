/** The launcher kills this process if it lives longer after an interrupt. */
const endsWithinMs = 2_000;

/**
 * Calls `stop` at every interrupt, and when this process has lost the launcher or the reader of its
 * output. Before that call an interrupt ends the process, as it ends every program.
 *
 * @param stop ends the process; several calls of it are one
 */
export function endOnInterrupt(stop: () => void): { readonly forgetLauncher: () => void } {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
  process.stdout.on('error', stop);
  process.stderr.on('error', stop);
  // The launcher has ended, perhaps without a signal. It may have done so before this moment.
  process.on('disconnect', stop);
  if (process.connected) process.send?.({ endsWithinMs }, () => undefined);
  else if (process.connected === false) stop();
  return {
    /** The channel to the launcher would keep this process alive. */
    forgetLauncher() {
      process.off('disconnect', stop);
      if (process.connected) process.disconnect();
    },
  };
}
