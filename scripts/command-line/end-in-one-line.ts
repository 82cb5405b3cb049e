import { WrongSettings } from '../../lib/settings/read-settings.ts';

/**
 * Runs an app of the CDK. An error in a setting, a source or a template has a message that
 * describes it, so only the message is printed. Errors of other kinds are mistakes in the app, and
 * their stack shows the place.
 */
export async function endInOneLine(run: () => void | Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    const isExplained =
      error instanceof WrongSettings || (error instanceof Error && error.name === 'Error');
    const stack = error instanceof Error ? error.stack : String(error);
    process.stderr.write(`${isExplained ? error.message : stack}\n`);
    process.exitCode = 1;
  }
}
