import * as v from 'valibot';
import { defineOperation } from '#platform/http/operation/operation.ts';
import { Identifier } from '#platform/schema.ts';

export const retrieveExtendedCard = defineOperation({
  name: 'payments.retrieve-extended-card',
  method: 'GET',
  path: '/payments/{payment_id}/extended_card_info',
  summary: "Retrieve the card of a payment, encrypted for the merchant's key",
  about: {
    description:
      'Where the profile has `is_extended_card_info_enabled`, it keeps the card of each confirm for `extended_card_info_config.ttl_in_secs`. The answer is encrypted for its `public_key` and has no service code.',
  },
  auth: 'secret key',
  params: v.object({ payment_id: Identifier }),
  response: v.object({
    /**
     * JSON Web Encryption in its compact form (RFC 7516), RSA-OAEP-256 and A256GCM, for the
     * profile's `extended_card_info_config.public_key`. Inside is a JSON object.
     */
    payload: v.string(),
  }),
  errors: [
    'payment_not_found',
    'extended_card_info_not_found',
    'precondition_failed',
    'temporarily_unavailable',
  ],
  notFound: 'payment_not_found',
  access: { table: ['GetItem', 'Query'], vault: ['use copies of cards'] },
  impact: 'Merchants cannot get the cards of their payments; payments continue.',
  example: { params: { payment_id: 'pay_extended' } },
});
