import { Turnout, TurnoutConnectionError } from '#turnout/node';
import { sendSafely, UnsafeAddress } from '../../console/safe-request.ts';
import { UsageError } from './command.ts';

interface Access {
  /** Without a slash at the end. */
  readonly url: string;
  readonly apiKey: string;
}

/**
 * Asks a switch by the client that merchants have. Each request is sent once, by `sendSafely`.
 *
 * @throws UsageError where nothing answers, and UnsafeAddress; TurnoutApiError for a refusal
 */
export async function askSwitch<T>(
  { url, apiKey }: Access,
  ask: (turnout: Turnout) => Promise<T>,
): Promise<T> {
  const fetch: typeof globalThis.fetch = (input, init) =>
    sendSafely(input instanceof Request ? input.url : input, init);
  try {
    return await ask(new Turnout({ baseUrl: url, apiKey, maxRetries: 0, fetch }));
  } catch (error) {
    if (!(error instanceof TurnoutConnectionError)) throw error;
    const { cause } = error;
    if (cause instanceof UnsafeAddress) throw cause;
    const isSilent = cause !== undefined;
    const { origin } = new URL(url);
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
