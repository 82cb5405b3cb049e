// Requests and answers as https://github.com/mollie/openapi (specs.yaml: create-customer,
// create-mandate, revoke-mandate, create-payment), mollie/mollie-api-python (tests/responses:
// customer_new.json, customer_mandate_single.json) and mollie/mollie-api-php
// (tests/Http/Requests/RevokeMandateRequestTest.php) have them.
import type { ExchangeAccount, NextStep } from '#connectors/interface/exchange.ts';
import type { Authorization, PaymentOutcome } from '#connectors/interface/payments.ts';
import { mollieConnector } from '#connectors/mollie/connector.ts';
import { aCharge } from '../../../support/processors/a-charge.ts';
import { anAccountAt, answer, bodyOf, settled } from '../../../support/processors/an-exchange.ts';
import { describedExchange } from '../../../support/processors/described-exchange.ts';
import { mollieFacts } from './facts.ts';

const connector = mollieConnector();
if (!connector.verify || !connector.revokeMandate) throw new Error('Mollie does all of this.');
const { descriptions } = mollieFacts;
const authorize = describedExchange(descriptions, connector.authorize);
const verify = describedExchange(descriptions, connector.verify);
const sync = describedExchange(descriptions, connector.sync);
const revokeMandate = describedExchange(descriptions, connector.revokeMandate);

const account: ExchangeAccount = anAccountAt('mollie', {
  credentials: { auth_type: 'BodyKey', api_key: 'test_key', key1: 'pfl_1' },
});
const customers = 'https://api.mollie.com/v2/customers';
const payments = 'https://api.mollie.com/v2/payments';
const amount = { currency: 'EUR', value: '65.40' };
const byCustomer = { initiator: { by: 'customer' } } as const;
const byMerchant = { initiator: { by: 'merchant', why: 'recurring' } } as const;
const customer = { id: 'cus_1', name: 'Customer A', email: 'customer@example.org' };
const known = { ...customer, connectorCustomerId: 'cst_8wmqcHMN4U' };
const ideal = { kind: 'payment_method', method: 'bank_redirect', type: 'ideal', data: {} } as const;
const debit = {
  kind: 'payment_method',
  method: 'bank_debit',
  type: 'sepa',
  shape: 'sepa_bank_debit',
  data: { iban: 'NL55 INGB 0000 0000 00', bank_account_holder_name: 'John Doe' },
} as const;
const mandate = (method: 'card' | 'bank_redirect' | 'bank_debit') =>
  ({ kind: 'connector_mandate', connectorMandateId: 'mdt_h3gAaD5zP', method }) as const;

const charge = (changes: Partial<Authorization>): Authorization =>
  aCharge('mollie', { notificationUrl: 'https://switch.example/webhooks', ...changes });

/** The step that follows an answer. Throws where it was the last one. */
function stepAfter(reading: PaymentOutcome | NextStep<PaymentOutcome>): NextStep<PaymentOutcome> {
  if (!('next' in reading)) throw new Error('It was the last step.');
  return reading;
}

describe('a first payment', () => {
  const byIdeal = charge({
    source: ideal,
    futureUsage: 'off_session',
    order: { ...byCustomer, customer },
  });

  it('a first payment by iDEAL has a new customer at Mollie, and its mandate once it is paid', () => {
    const asked = authorize.request(byIdeal, account);
    expect(asked).toMatchObject({ step: 'customer', method: 'POST', url: customers });
    expect(asked.headers['idempotency-key']).toBe('pay_1_1-customer');
    expect(bodyOf(asked)).toEqual({ name: 'Customer A', email: 'customer@example.org' });

    const { next, outcome } = stepAfter(
      authorize.outcome(answer({ id: 'cst_8wmqcHMN4U' }, 201), byIdeal, account),
    );
    expect(next).toMatchObject({ url: payments });
    expect(bodyOf(next)).toMatchObject({
      method: 'ideal',
      sequenceType: 'first',
      customerId: 'cst_8wmqcHMN4U',
      redirectUrl: 'https://switch.example/return',
    });

    // Mollie names the mandate before the customer has paid: then it is pending.
    const opened = {
      id: 'tr_1',
      status: 'open',
      amount,
      customerId: 'cst_8wmqcHMN4U',
      mandateId: 'mdt_d9HvU2evHH',
      _links: { checkout: { href: 'https://www.mollie.com/checkout' } },
    };
    const challenged = settled(outcome(answer(opened, 201)));
    expect(challenged).toMatchObject({
      result: 'challenged',
      connectorCustomerId: 'cst_8wmqcHMN4U',
    });
    expect(challenged).not.toHaveProperty('connectorMandateId');

    const asReference = { ...byIdeal, connectorTransactionId: 'tr_1' };
    const paid = answer({ ...opened, status: 'paid', _links: {} });
    expect(sync.outcome(paid, asReference, account)).toMatchObject({
      result: 'captured',
      connectorMandateId: 'mdt_d9HvU2evHH',
      connectorCustomerId: 'cst_8wmqcHMN4U',
    });
  });

  it.each([
    ['expired', 'declined'],
    ['failed', 'declined'],
    ['canceled', 'voided'],
  ])('an abandoned first payment that is %s at Mollie leaves no mandate', (status, result) => {
    const ended = { id: 'tr_1', status, amount, customerId: 'cst_1', mandateId: 'mdt_1' };
    const asReference = { ...byIdeal, connectorTransactionId: 'tr_1' };
    const outcome = sync.outcome(answer(ended), asReference, account);
    expect(outcome).toMatchObject({ result });
    expect(outcome).not.toHaveProperty('connectorMandateId');
  });

  it('a first payment by card of a known customer needs no other customer at Mollie', () => {
    const byCard = charge({
      futureUsage: 'off_session',
      order: { ...byCustomer, customer: known },
    });
    expect(authorize.request(byCard, account)).toMatchObject({ step: 'token' });
    const { next } = stepAfter(
      authorize.outcome(answer({ cardToken: 'tkn_1' }, 201), byCard, account),
    );
    expect(bodyOf(next)).toMatchObject({
      method: 'creditcard',
      cardToken: 'tkn_1',
      sequenceType: 'first',
      customerId: 'cst_8wmqcHMN4U',
    });
  });

  it('a customer who was made is kept where the payment is refused', () => {
    const { outcome } = stepAfter(
      authorize.outcome(answer({ id: 'cst_1' }, 201), byIdeal, account),
    );
    const refused = { status: 422, title: 'Unprocessable Entity', detail: 'No such method' };
    expect(outcome(answer(refused, 422))).toEqual({
      result: 'declined',
      code: 'Unprocessable Entity',
      message: 'No such method',
      connectorCustomerId: 'cst_1',
    });
    const gone = { status: 404, title: 'Not Found', detail: 'No customer' };
    expect(authorize.outcome(answer(gone, 404), byIdeal, account)).toMatchObject({
      result: 'declined',
    });
  });

  it('a card is verified by a first payment of nothing', () => {
    const order = { ...byCustomer, customer: known };
    const input = charge({ amountMinor: 0, isVerification: true, order });
    expect(verify.request(input, account)).toMatchObject({ step: 'token' });
    const { next, outcome } = stepAfter(
      verify.outcome(answer({ cardToken: 'tkn_1' }, 201), input, account),
    );
    expect(bodyOf(next)).toMatchObject({
      amount: { currency: 'EUR', value: '0.00' },
      sequenceType: 'first',
    });
    const nothing = { currency: 'EUR', value: '0.00' };
    const paid = { id: 'tr_1', status: 'paid', amount: nothing, mandateId: 'mdt_KmQnsDNkq2' };
    expect(outcome(answer(paid, 201))).toMatchObject({
      result: 'captured',
      capturedMinor: 0,
      connectorMandateId: 'mdt_KmQnsDNkq2',
    });
  });
});

describe('a charge of a mandate', () => {
  const away = { ...byMerchant, customer: known };

  it.each(['card', 'bank_redirect', 'bank_debit'] as const)(
    'a mandate that a payment by %s left is charged without its customer',
    (method) => {
      const asked = authorize.request(charge({ source: mandate(method), order: away }), account);
      expect(asked).toMatchObject({ method: 'POST', url: payments });
      expect(asked.headers['idempotency-key']).toBe('pay_1_1');
      const body = bodyOf(asked);
      expect(body).toMatchObject({
        sequenceType: 'recurring',
        customerId: 'cst_8wmqcHMN4U',
        mandateId: 'mdt_h3gAaD5zP',
      });
      // The mandate of iDEAL is one of a SEPA debit, which Mollie knows.
      expect(body).not.toHaveProperty('method');
      expect(body).not.toHaveProperty('redirectUrl');
    },
  );

  it('a direct debit is pending until its bank has paid', () => {
    const input = charge({ source: mandate('bank_redirect'), order: away });
    const pending = {
      id: 'tr_DjH8FpPNj7',
      status: 'pending',
      amount,
      customerId: 'cst_8wmqcHMN4U',
      mandateId: 'mdt_h3gAaD5zP',
      details: { dueDate: '2022-01-05', bankReasonCode: null, bankReason: null },
    };
    expect(authorize.outcome(answer(pending, 201), input, account)).toMatchObject({
      result: 'pending',
      connectorTransactionId: 'tr_DjH8FpPNj7',
    });
    const details = { bankReasonCode: 'AM04', bankReason: 'Insufficient funds' };
    const failed = answer({ ...pending, status: 'failed', details });
    const asReference = { ...input, connectorTransactionId: 'tr_DjH8FpPNj7' };
    expect(sync.outcome(failed, asReference, account)).toMatchObject({
      result: 'declined',
      code: 'AM04',
      message: 'Insufficient funds',
    });
  });

  // https://github.com/Viincenttt/MollieApi/issues/271,
  // https://github.com/mollie/laravel-cashier-mollie/issues/161
  it.each([
    [422, 'Unprocessable Entity', 'No suitable mandates found for customer'],
    [410, 'Gone', 'The mandate is no longer available'],
  ])('a mandate that was revoked at Mollie is declined with %s', (status, title, detail) => {
    const input = charge({ source: mandate('card'), order: away });
    expect(authorize.outcome(answer({ status, title, detail }, status), input, account)).toEqual({
      result: 'declined',
      code: title,
      message: detail,
    });
  });

  it('a mandate without its customer at Mollie is not charged', () => {
    const input = charge({ source: mandate('card'), order: { ...byMerchant, customer } });
    expect(() => authorize.request(input, account)).toThrow('by its customer');
  });
});

describe('a SEPA debit', () => {
  const byDebit = charge({
    source: debit,
    order: {
      ...byCustomer,
      customer,
      customerAcceptance: { type: 'online', acceptedAt: '2018-05-07T10:49:08Z' },
    },
  });

  it('a SEPA debit makes a customer and a mandate, and is collected from it', () => {
    expect(authorize.request(byDebit, account)).toMatchObject({ step: 'customer' });
    const made = stepAfter(
      authorize.outcome(answer({ id: 'cst_8wmqcHMN4U' }, 201), byDebit, account),
    );
    expect(made.next).toMatchObject({
      step: 'token',
      method: 'POST',
      url: `${customers}/cst_8wmqcHMN4U/mandates`,
    });
    expect(made.next.headers['idempotency-key']).toBe('pay_1_1-mandate');
    expect(bodyOf(made.next)).toEqual({
      method: 'directdebit',
      consumerName: 'John Doe',
      consumerAccount: 'NL55INGB0000000000',
      signatureDate: '2018-05-07',
    });
    const { next } = stepAfter(made.outcome(answer({ id: 'mdt_h3gAaD5zP' }, 201)));
    expect(next).not.toHaveProperty('step');
    expect(next.body).not.toContain('INGB');
    expect(bodyOf(next)).toMatchObject({
      sequenceType: 'recurring',
      customerId: 'cst_8wmqcHMN4U',
      mandateId: 'mdt_h3gAaD5zP',
    });
  });

  it('a refused mandate of a SEPA debit debits nothing', () => {
    const made = stepAfter(authorize.outcome(answer({ id: 'cst_1' }, 201), byDebit, account));
    const refused = {
      status: 422,
      title: 'Unprocessable Entity',
      detail: 'The bank account is invalid',
      field: 'consumerAccount',
    };
    expect(made.outcome(answer(refused, 422))).toMatchObject({
      result: 'declined',
      message: 'The bank account is invalid',
      connectorCustomerId: 'cst_1',
    });
  });

  it("a SEPA debit without its owner's name is not sent", () => {
    const source = { ...debit, data: { iban: debit.data.iban } };
    const input = charge({
      source,
      order: { ...byCustomer, customer: { connectorCustomerId: 'cst_1' } },
    });
    expect(() => authorize.request(input, account)).toThrow('the name of its owner');
  });
});

describe('a revocation', () => {
  const reference = {
    connectorName: 'mollie',
    connectorMandateId: 'mdt_h3gAaD5zP',
    connectorCustomerId: 'cst_kEn1PlbGa',
  };

  it('a mandate is revoked at Mollie, and a repeat finds it gone', () => {
    const asked = revokeMandate.request(reference, account);
    expect(asked).toMatchObject({
      method: 'DELETE',
      url: `${customers}/cst_kEn1PlbGa/mandates/mdt_h3gAaD5zP`,
    });
    expect(asked.headers['idempotency-key']).toBe('mdt_h3gAaD5zP-revoke');
    const done = { status: 204, headers: {}, body: '' };
    expect(revokeMandate.outcome(done, reference, account)).toEqual({ result: 'revoked' });
    const gone = answer({ status: 410, title: 'Gone', detail: 'No longer available' }, 410);
    expect(revokeMandate.outcome(gone, reference, account)).toEqual({ result: 'revoked' });
  });

  it('a mandate that Mollie does not know is refused with its words', () => {
    const unknown = answer({ status: 404, title: 'Not Found', detail: 'No mandate exists' }, 404);
    expect(revokeMandate.outcome(unknown, reference, account)).toEqual({
      result: 'declined',
      status: 404,
      code: 'Not Found',
      message: 'No mandate exists',
    });
    expect(() => revokeMandate.outcome(answer({}, 200), reference, account)).toThrow();
  });

  it('a mandate without its customer at Mollie cannot be revoked there', () => {
    const { connectorCustomerId: _, ...unknown } = reference;
    expect(() => revokeMandate.request(unknown, account)).toThrow('id of the customer');
  });
});
