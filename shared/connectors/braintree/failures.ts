import { isWordOf } from '../formats/words.ts';
import type { ConnectorError } from '../interface/exchange.ts';
import type { Payment, Reasons } from './transaction.ts';

/** Whether no money moves by a transaction any more. */
export const isRefused = ({ status }: Payment): boolean =>
  status === 'FAILED' || status === 'GATEWAY_REJECTED' || status === 'PROCESSOR_DECLINED';

/** Why it failed; see `failureIn`. */
export const failureOf = ({ status, statusHistory }: Payment): ConnectorError =>
  failureIn(status ?? '', statusHistory ?? []);

/** The bank's own code, else the status. Throws for a duplicate of our own request. */
export function failureIn(status: string, events: readonly Reasons[]): ConnectorError {
  if (events.some(({ gatewayRejectionReason: reason }) => isWordOf(['DUPLICATE'], reason))) {
    throw new Error('A duplicate of a transaction that may have been charged.');
  }
  const word = status
    .toLowerCase()
    .split('_')
    .map((part) => `${part[0]?.toUpperCase()}${part.slice(1)}`)
    .join('');
  const event = events.find((one) => one.processorResponse?.legacyCode);
  const { legacyCode, message } = event?.processorResponse ?? {};
  const reason = events.find((one) => one.gatewayRejectionReason)?.gatewayRejectionReason;
  return {
    code: legacyCode ?? word,
    message: message ?? word,
    reason: message ?? reason ?? word,
    ...networkWordsIn(event),
  };
}

/** The error codes and messages of the card's bank and its network. */
function networkWordsIn(event: Reasons | undefined): ConnectorError {
  const { code, message } = event?.networkResponse ?? {};
  const advice = event?.merchantAdviceCodeResponse?.code;
  return {
    ...(code && { issuerCode: code }),
    ...(message && { issuerMessage: message }),
    ...(advice && { networkAdviceCode: advice }),
  };
}
