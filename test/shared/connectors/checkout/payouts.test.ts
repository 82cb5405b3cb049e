import { checkoutConnector } from '#connectors/checkout/connector.ts';
import { readEvents } from '#connectors/checkout/webhooks.ts';
import {
  anInstruction,
  aPayoutReference,
  destinations,
  payee,
} from '../../../support/processors/a-payout-instruction.ts';
import { anAccountAt, answer, bodyOf, settled } from '../../../support/processors/an-exchange.ts';

const { payout, syncPayout, webhooks } = checkoutConnector();
if (!payout || !syncPayout || !webhooks) throw new Error('It pays out.');
const account = anAccountAt('checkout', {
  credentials: { auth_type: 'SignatureKey', api_key: 'pk', key1: 'pc_1', api_secret: 'sk_secret' },
  metadata: { currency_accounts: { EUR: 'ca_1', GBP: 'ca_2' }, funds_transfer_type: 'C07' },
});
const known = aPayoutReference('checkout', { connectorTransactionId: 'pay_x' });
const state = (status: string) => ({ id: 'pay_x', status, amount: 6540, currency: 'EUR' });
const reported = { connectorTransactionId: 'pay_x', amountMinor: 6540, currency: 'EUR' };

describe('a payout by Checkout.com', () => {
  // github.com/checkout/checkout-sdk-java, PayoutsTestIT.java and PayoutRequest.java.
  it('a payout to a card is a payment from the currency account of its currency', () => {
    const request = payout.request(
      anInstruction('checkout', { destination: destinations.card, description: 'October' }),
      account,
    );
    expect(request).toMatchObject({
      method: 'POST',
      url: 'https://api.sandbox.checkout.com/payments',
      headers: { 'cko-idempotency-key': 'payout_1_1', authorization: 'Bearer sk_secret' },
    });
    expect(bodyOf(request)).toEqual({
      source: { type: 'currency_account', id: 'ca_1' },
      destination: {
        type: 'card',
        number: '4242424242424242',
        expiry_month: 3,
        expiry_year: 2030,
        account_holder: {
          type: 'individual',
          first_name: 'Joseph',
          last_name: 'Doe',
          billing_address: {
            address_line1: 'Hoofdstraat 1',
            city: 'Amsterdam',
            zip: '1011AB',
            country: 'NL',
          },
        },
      },
      amount: 6540,
      currency: 'EUR',
      reference: 'payout_1_1',
      billing_descriptor: { reference: 'October' },
      instruction: { funds_transfer_type: 'C07' },
      processing_channel_id: 'pc_1',
    });
  });

  // github.com/checkout/checkout-sdk-java, PaymentRequestBankAccountDestination.java; the test
  // accounts of checkout.com/docs, Bank Payouts testing.
  it.each([
    ['sepa', 'EUR', { iban: 'NL91ABNA0417164300', swift_bic: 'ABNANL2A', country: 'NL' }],
    ['bacs', 'GBP', { account_number: '00012345', bank_code: '108800', country: 'GB' }],
    ['ach', 'EUR', { account_number: '000123456789', bank_code: '110000000', country: 'US' }],
  ] as const)(
    'a payout to a bank account (%s) has the account and its bank',
    (to, currency, bank) => {
      const instruction = anInstruction('checkout', { destination: destinations[to], currency });
      expect(bodyOf(payout.request(instruction, account)).destination).toMatchObject({
        type: 'bank_account',
        ...bank,
      });
    },
  );

  it('a company is named whole, and an instrument of Checkout.com by its id', () => {
    const company = { ...payee, isCompany: true, name: 'Acme GmbH' };
    const { destination } = bodyOf(
      payout.request(anInstruction('checkout', { payee: company }), account),
    );
    expect(destination.account_holder).toMatchObject({
      type: 'corporate',
      company_name: 'Acme GmbH',
    });
    const stored = { kind: 'passthrough', account: 'src_1', details: {} } as const;
    const request = payout.request(anInstruction('checkout', { destination: stored }), account);
    expect(bodyOf(request).destination).toEqual({ type: 'id', id: 'src_1' });
  });

  it('a payout in a currency without an account of the merchant is not sent', () => {
    expect(() => payout.request(anInstruction('checkout', { currency: 'CHF' }), account)).toThrow();
    const bare = { ...account, metadata: {} };
    expect(() => payout.request(anInstruction('checkout'), bare)).toThrow();
  });

  it('a long reference is sent as its hash, and found by it again', () => {
    const reference = `${'payout'.repeat(9)}_1`;
    const sent = bodyOf(payout.request(anInstruction('checkout', { reference }), account));
    expect(sent.reference).toMatch(/^h-[0-9a-f]{28}$/);
    const { url } = syncPayout.request(aPayoutReference('checkout', { reference }), account);
    expect(url).toMatch(new RegExp(`reference=${sent.reference}$`));
  });

  it('an accepted payout is pending, a refused one is declined, and a repeated one unknown', () => {
    const { currency: _, ...accepted } = state('Pending');
    const instruction = anInstruction('checkout');
    expect(payout.outcome(answer(accepted, 202), instruction, account)).toEqual({
      result: 'pending',
      connectorTransactionId: 'pay_x',
      amountMinor: 6540,
    });
    const refusal = (code: string) =>
      answer({ request_id: 'req_1', error_type: 'request_invalid', error_codes: [code] }, 422);
    expect(payout.outcome(refusal('destination_iban_invalid'), instruction, account)).toMatchObject(
      { result: 'declined', code: 'destination_iban_invalid' },
    );
    expect(payout.outcome(refusal('duplicate_request'), instruction, account)).toMatchObject({
      result: 'unknown',
    });
  });
});

describe('a sync of a payout at Checkout.com', () => {
  const afterActions = (...actions: object[]) => {
    const reading = syncPayout.outcome(answer(state('Paid')), known, account);
    if (!('next' in reading)) throw new Error('The actions were not asked for.');
    expect(reading.next.url).toBe('https://api.sandbox.checkout.com/payments/pay_x/actions');
    return reading.outcome(answer(actions));
  };

  it('a paid payout is reversed once its actions have a return', () => {
    const paid = { id: 'act_1', type: 'Payout', approved: true, response_code: '10000' };
    expect(afterActions(paid)).toEqual({ result: 'paid', ...reported });
    const back = { id: 'act_2', type: 'Return', response_summary: 'Account closed' };
    expect(afterActions(back, paid)).toMatchObject({
      result: 'reversed',
      message: 'Account closed',
      connectorTransactionId: 'pay_x',
    });
  });

  it('a payout whose answer was lost is found by our reference', () => {
    const lost = aPayoutReference('checkout');
    expect(syncPayout.request(lost, account).url).toBe(
      'https://api.sandbox.checkout.com/payments?limit=1&reference=payout_1_1',
    );
    const found = { ...state('Pending'), reference: 'payout_1_1' };
    expect(syncPayout.outcome(answer({ data: [found] }), lost, account)).toEqual({
      result: 'pending',
      ...reported,
    });
    expect(settled(syncPayout.outcome(answer({ data: [] }), lost, account))).toEqual({
      result: 'not_found',
    });
  });

  it('an answer without the actions of a paid payout decides nothing', () => {
    const reading = syncPayout.outcome(answer(state('Paid')), known, account);
    if (!('next' in reading)) throw new Error('The actions were not asked for.');
    expect(() => reading.outcome(answer({}, 404))).toThrow();
  });
});

describe('webhooks of Checkout.com about payouts', () => {
  // checkout.com/docs, webhook event types: payment_paid, payment_returned.
  const event = (type: string, data: object) =>
    webhooks.parse({ headers: {}, body: JSON.stringify({ type, data }) });
  const data = {
    id: 'pay_x',
    reference: 'payout_1_1',
    amount: 6540,
    currency: 'EUR',
    source: { type: 'currency_account', id: 'ca_1' },
  };
  const subject = { reference: 'payout_1_1', connectorId: 'pay_x' };

  it('a payout differs from a payment by its source', () => {
    expect(event('payment_paid', data)).toEqual([
      { kind: 'payout', subject, outcome: { result: 'paid', ...reported } },
    ]);
    expect(event('payment_returned', data)).toEqual([
      { kind: 'payout', subject, outcome: { result: 'reversed', ...reported } },
    ]);
    const [byCard] = event('payment_declined', { ...data, source: { type: 'card' } });
    expect(byCard?.kind).toBe('payment');
    const refused = { ...data, response_code: '20014', response_summary: 'Invalid account' };
    expect(event('payment_declined', refused)).toMatchObject([
      { kind: 'payout', outcome: { result: 'declined', code: '20014' } },
    ]);
  });

  it('the registered webhook asks for the events of payouts', () => {
    expect(readEvents).toEqual(expect.arrayContaining(['payment_paid', 'payment_returned']));
  });
});
