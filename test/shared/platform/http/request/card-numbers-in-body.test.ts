import { isSwitchError } from '#platform/errors.ts';
import { checkNoCardNumbers } from '#platform/http/request/card-numbers-in-body.ts';

const refusalOf = (body: unknown): unknown => {
  try {
    checkNoCardNumbers(body);
    return undefined;
  } catch (error) {
    return isSwitchError(error, 'invalid_body') ? error.details.detail : error;
  }
};
const card = '4242 4242 4242 4242';

describe('a body in one of whose texts a card number stands', () => {
  it.each([
    ['billing.address.first_name', { billing: { address: { first_name: card } } }],
    ['billing.email', { billing: { email: '4242424242424242@shop.example' } }],
    ['billing.phone.number', { billing: { phone: { number: card } } }],
    ['card.nick_name', { card: { nick_name: card } }],
    ['customer.name', { customer: { name: card } }],
    ['description', { description: `paid with ${card}` }],
    ['statement_descriptor_name', { statement_descriptor_name: '٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢' }],
    ['order_details.product_name', { order_details: [{ product_name: card }] }],
    ['customer.tax_registration_id', { customer: { tax_registration_id: card } }],
    ['document_details.document_number', { document_details: { document_number: card } }],
    ['order_details.product_id', { order_details: [{ product_id: card }] }],
    ['transaction_details.key', { transaction_details: [{ key: card }] }],
    ['error_code', { error_code: card }],
    ['condition.value.value', { condition: [{ value: { type: 'str_value', value: card } }] }],
    ['return_url', { return_url: 'https://shop.example/?pan=4242424242424242' }],
    ['metadata.note', { metadata: { note: card } }],
    ['metadata.deep.list', { metadata: { deep: { list: ['', card] } } }],
    ['metadata', { metadata: { '4242424242424242': 'x' } }],
    ['metadata.paid', { metadata: { paid: 4242424242424242 } }],
    // Even a field that merchants use for numbers of their own is no place for a card number.
    ['metadata.card_number', { metadata: { card_number: card } }],
    ['frm_metadata.token', { frm_metadata: { token: card } }],
  ])(
    'a body with a card number in a text is refused, and the field is named: %s',
    (field, body) => {
      expect(refusalOf(body)).toBe(
        `${field}: value looks like a card number, which no text may contain`,
      );
    },
  );

  it.each([
    ['a card', { payment_method_data: { card: { card_number: card } } }],
    ['a gift card', { payment_method_data: { gift_card: { givex: { number: card } } } }],
    ['a bank account', { bank_transfer: { bank_account_number: '4242424242424242' } }],
    ['a network’s id', { recurring_details: { network_transaction_id: '378282246310005' } }],
    [
      'words that the card’s own schema masks',
      { payment_method_data: { card: { card_holder_name: card } } },
    ],
    ['a token', { payment_token: '4242424242424242' }],
    ['a processor’s key', { connector_account_details: { api_key: '4242424242424242' } }],
    ['a header', { outgoing_webhook_custom_http_headers: { auth: '4242424242424242' } }],
  ])('a body with a card number is accepted when the member is for such numbers: %s', (_, body) => {
    expect(refusalOf(body)).toBeUndefined();
  });

  it.each([
    ['an article number like a Visa number', { description: 'EAN 4222222222222' }],
    ['a telephone number like a Visa number', { phone: '4222222222222' }],
    [
      'a telephone number like a UnionPay number',
      { billing: { phone: { number: '62200000000005' } } },
    ],
    ['a number of a company in Brazil', { tax_registration_id: '30569309025904' }],
    ['an amount', { amount: 4242424242424242 }],
    ['a time', { metadata: { at: '2026-01-31T12:34:56.123456Z', ms: 1700000000000 } }],
    ['an order number of Amazon', { metadata: { order: '302-1234567-1234567' } }],
  ])('a body without a card number is not refused for its content: %s', (_, body) => {
    expect(refusalOf(body)).toBeUndefined();
  });
});
