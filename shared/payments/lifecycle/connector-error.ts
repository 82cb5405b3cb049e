import type { ConnectorError } from '../../connectors/interface/exchange.ts';
import { cutToBytes } from '../../connectors/outcome-limits.ts';
import type { ProcessorError } from '../payment.ts';

/** What a processor said when it said no, or what we know instead of an answer. */
export function connectorErrorOf(error: ConnectorError): ProcessorError {
  const { code, issuerCode, issuerMessage, unified } = error;
  const message = error.reason ?? error.message;
  return {
    ...(code !== undefined && { code }),
    ...(message !== undefined && { message }),
    ...(issuerCode !== undefined && { issuerCode }),
    ...(issuerMessage !== undefined && { issuerMessage }),
    ...(unified !== undefined && { unified }),
  };
}

/**
 * The same of a part of a payment, of which there may be many in one item: shorter, and in the
 * processor's own words alone.
 */
export function partialErrorOf(error: ConnectorError): ProcessorError {
  const { code, message } = connectorErrorOf(error);
  return {
    ...(code !== undefined && { code: cutToBytes(code, 64) }),
    ...(message !== undefined && { message: cutToBytes(message, 128) }),
  };
}

/** What every error is called for which the operator has no words of its own. */
const unnamed = { code: 'UE_9000', message: 'Something went wrong' };

/** What an error is called, whichever processor it came from. */
export const unifiedError = ({ unified }: ProcessorError) => ({
  unified_code: unified?.code ?? unnamed.code,
  unified_message: unified?.message ?? unnamed.message,
});

/** Why an answer that speaks of other amounts than we asked about is not believed. */
export const integrityMismatch = (fields: string): ProcessorError => ({
  code: 'IE',
  message: `Integrity Check Failed! Value mismatched for fields ${fields}`,
});
