import { type Turnout, TurnoutConnectionError } from '#turnout/node';
import { UnsafeAddress } from '../../console/safe-request.ts';
import { type SwitchKey, switchClient } from '../../console/switch-client.ts';
import { UsageError } from './command.ts';

/**
 * Asks a switch that may not run.
 *
 * @throws UsageError where nothing answers, and UnsafeAddress; TurnoutApiError for a refusal
 */
export async function askSwitch<T>(
  access: SwitchKey,
  ask: (turnout: Turnout) => Promise<T>,
): Promise<T> {
  try {
    return await ask(switchClient(access));
  } catch (error) {
    if (!(error instanceof TurnoutConnectionError)) throw error;
    const { cause } = error;
    if (cause instanceof UnsafeAddress) throw cause;
    const isSilent = cause !== undefined;
    const { origin } = new URL(access.url);
    const nothing = `Nothing answers at ${origin}: does the switch run there?`;
    throw new UsageError(isSilent ? nothing : error.message, { cause: error });
  }
}

/**
 * An identifier that the operator has typed. In a path, `.` and `..` would name another operation.
 *
 * @throws UsageError
 */
export function typedIdentifier(option: string, value: string): string {
  if (!/^\.{1,2}$/.test(value)) return value;
  throw new UsageError(`--${option} must be an identifier, and is "${value}".`);
}
