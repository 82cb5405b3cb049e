import * as v from 'valibot';
import type { HttpRequest, HttpResponse } from '#platform/http/egress/http-message.ts';
import type { CredentialsOutcome } from '../interface/credentials.ts';
import type { ConnectorError, Exchange, ExchangeAccount } from '../interface/exchange.ts';
import { readJson } from './json.ts';

/** An exchange that asks for something that only a holder of valid credentials may read. */
export const credentialsCheck = ({
  question,
  isAccepted,
  refusalIn,
}: {
  readonly question: (account: ExchangeAccount) => HttpRequest;
  /** Throws where the answer is not the processor's own. */
  readonly isAccepted: (response: HttpResponse) => boolean;
  /** Reads every other answer. Throws where it is no refusal of the processor's own. */
  readonly refusalIn: (response: HttpResponse) => ConnectorError;
}): Exchange<Readonly<Record<string, never>>, CredentialsOutcome> => ({
  request: (_, account) => question(account),
  outcome(response) {
    if (isAccepted(response)) return { result: 'accepted' };
    const { code, message } = refusalIn(response);
    return { result: 'declined', ...(code && { code }), ...(message && { message }) };
  },
});

/** Whether an answer is a success: its status, and JSON with this member. */
export const shows =
  (member: string) =>
  (response: HttpResponse): boolean => {
    if (response.status < 200 || response.status > 299) return false;
    const shown = readJson(v.record(v.string(), v.unknown()), response);
    if (!Object.hasOwn(shown, member)) throw new Error('An answer without what was asked for.');
    return true;
  };
