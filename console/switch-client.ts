import { type PaymentResponse, Turnout, TurnoutApiError, type TurnoutError } from '#turnout/node';
import { sendSafely } from './safe-request.ts';

/** A switch, and a key for it. */
export interface SwitchKey {
  /** Base URL of the API, without a slash at its end. */
  readonly url: string;
  readonly apiKey: string;
  /** In place of `sendSafely`. */
  readonly fetch?: typeof globalThis.fetch;
}

/**
 * Calls a switch by the client that merchants have. Each request is sent once, by `sendSafely`: a
 * person who waits for a program prefers its error to a repeat.
 */
export const switchClient = ({ url, apiKey, fetch = safeFetch }: SwitchKey): Turnout =>
  new Turnout({ baseUrl: url, apiKey, maxRetries: 0, fetch });

const safeFetch: typeof globalThis.fetch = (input, init) =>
  sendSafely(input instanceof Request ? input.url : input, init);

/** Whether a request is wrong or names a missing object, so that a repeat changes nothing. */
export const isRefusal = (error: unknown): error is TurnoutApiError =>
  error instanceof TurnoutApiError &&
  error.status >= 400 &&
  error.status < 500 &&
  ![401, 403, 408, 429].includes(error.status);

/** The error for a person: the call, and the reason that the switch gave. */
export const errorText = (error: TurnoutError): string =>
  error instanceof TurnoutApiError ? `${error.call}: ${error.message}` : error.message;

/** The address that a payment's customer must visit; undefined where there is none. */
export const redirectUrlOf = ({
  next_action: action,
}: Pick<PaymentResponse, 'next_action'>): string | undefined =>
  action?.type === 'redirect_to_url' ? action.redirect_to_url : undefined;
