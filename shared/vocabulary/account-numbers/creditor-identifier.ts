import { mod97 } from './mod-97.ts';

/**
 * Whether a text is a SEPA creditor identifier: a country, two check digits, three characters of the
 * creditor's own, which the check digits do not cover, and a national identifier.
 *
 * @see https://www.europeanpaymentscouncil.eu/document-library/guidance-documents/creditor-identifier-overview
 */
export function isCreditorIdentifier(text: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z\d]{3}[A-Z\d]{1,28}$/.test(text)) return false;
  return mod97(text.slice(7) + text.slice(0, 4)) === 1;
}
