import type { ConnectorError } from '#connectors/interface/exchange.ts';
import { cutToBytes } from '#connectors/outcome-limits.ts';
import type { ProcessorError } from '../payment.ts';

/** The error of a decline, or of a missing answer, as a payment stores it. */
export function connectorErrorOf(error: ConnectorError): ProcessorError {
  const { code, issuerCode, issuerMessage, networkAdviceCode, unified } = error;
  const message = error.reason ?? error.message;
  return {
    ...(code !== undefined && { code }),
    ...(message !== undefined && { message }),
    ...(issuerCode !== undefined && { issuerCode }),
    ...(issuerMessage !== undefined && { issuerMessage }),
    ...(networkAdviceCode !== undefined && { networkAdviceCode }),
    ...(unified !== undefined && { unified }),
  };
}

/** The same; undefined when nothing is stated, so that an earlier error stays. */
export function statedErrorOf(error: ConnectorError): ProcessorError | undefined {
  const stated = connectorErrorOf(error);
  return Object.keys(stated).length > 0 ? stated : undefined;
}

/**
 * The same for a part of a payment. An item may have many of them, so they are cut and lack the
 * unified error.
 */
export function partialErrorOf(error: ConnectorError): ProcessorError {
  const { code, message } = connectorErrorOf(error);
  return {
    ...(code !== undefined && { code: cutToBytes(code, 64) }),
    ...(message !== undefined && { message: cutToBytes(message, 128) }),
  };
}

/**
 * An earlier error with the code and message that an operator states. The unified error belonged to
 * the earlier ones, so it is removed.
 */
export const withStatedError = (
  before: ProcessorError | undefined,
  { code = before?.code, message = before?.message }: StatedError,
): ProcessorError => ({
  ...(code != null && { code }),
  ...(message != null && { message }),
});

/** An operator's words about an error; `null` empties a member. */
export interface StatedError {
  readonly code?: string | null | undefined;
  readonly message?: string | null | undefined;
}

/** The error of an outcome with another amount or currency than requested. */
export const integrityMismatch = (fields: string): ProcessorError => ({
  code: 'IE',
  message: `Integrity Check Failed! Value mismatched for fields ${fields}`,
});
