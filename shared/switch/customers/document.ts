import * as v from 'valibot';

/** A customer's identity document, as payments and payouts state it. */
export const CustomerDocument = v.object({
  document_type: v.picklist(['cpf', 'cnpj', 'psn', 'other']),
  document_number: v.string(),
});
