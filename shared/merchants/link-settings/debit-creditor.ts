import * as v from 'valibot';
import { chosenName, given } from '#platform/schema.ts';
import { isCreditorIdentifier } from '#vocabulary/account-numbers/creditor-identifier.ts';

const sixDigits = (name: string) =>
  given(v.pipe(v.string(), v.regex(/^\d{6}$/, `${name} has six digits`)));

/**
 * The creditor of direct debits, as payers authorise it. A scheme without an identifier here uses
 * that of the processor.
 */
export const DebitCreditor = v.strictObject({
  /** Without it, the name that the pages show. */
  name: given(chosenName(70, 1)),
  sepa_creditor_identifier: given(
    v.pipe(v.string(), v.check(isCreditorIdentifier, 'not a SEPA creditor identifier')),
  ),
  bacs_service_user_number: sixDigits('a service user number of Bacs'),
  becs_user_identifier: sixDigits('a user identifier of BECS'),
});
