import type { Explanation } from '../connectors/connector.ts';
import type { ProcessorError } from './payment.ts';

/** What a processor said when it said no, or what we know instead of an answer. */
export function processorError(said: Explanation): ProcessorError {
  const { code, issuerCode, issuerMessage } = said;
  const message = said.reason ?? said.message;
  return {
    ...(code !== undefined && { code }),
    ...(message !== undefined && { message }),
    ...(issuerCode !== undefined && { issuerCode }),
    ...(issuerMessage !== undefined && { issuerMessage }),
  };
}

/** Why an answer that speaks of other amounts than we asked about is not believed. */
export const mismatch = (fields: string): ProcessorError => ({
  code: 'IE',
  message: `Integrity Check Failed! Value mismatched for fields ${fields}`,
});
