import { SwitchError } from '#platform/errors.ts';
import { isCnpj, isCpf } from '#vocabulary/account-numbers/brazilian-tax-number.ts';
import type { DocumentDetails } from './operations.ts';

/**
 * Throws `invalid_value` for a Brazilian taxpayer number with wrong check digits; its usual
 * punctuation is optional. Other documents are not checked.
 */
export function checkDocument({ document_type, document_number }: DocumentDetails) {
  if (document_type === 'cpf' && !isCpf(document_number)) {
    throw new SwitchError('invalid_value', { field: 'Invalid CPF' });
  }
  if (document_type === 'cnpj' && !isCnpj(document_number)) {
    throw new SwitchError('invalid_value', { field: 'Invalid CNPJ' });
  }
}
