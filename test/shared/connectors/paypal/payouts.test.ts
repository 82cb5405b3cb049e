import { paypalConnector } from '#connectors/paypal/connector.ts';
import {
  anInstruction,
  aPayoutReference,
  destinations,
} from '../../../support/processors/a-payout-instruction.ts';
import { anAccountAt, answer, bodyOf, settled } from '../../../support/processors/an-exchange.ts';

const { payout, syncPayout, cancelPayout, webhooks } = paypalConnector();
if (!payout || !syncPayout || !cancelPayout || !webhooks) throw new Error('It pays out.');
const account = { ...anAccountAt('paypal'), accessToken: 'A21AA' };
const toPaypal = anInstruction('paypal', { destination: destinations.paypal });
const known = aPayoutReference('paypal', { connectorTransactionId: '5UXD2E8A7EBQJ' });
const reported = { connectorTransactionId: '5UXD2E8A7EBQJ', amountMinor: 6540, currency: 'EUR' };

// github.com/paypal/paypal-rest-api-specifications, openapi/payments_payouts_batch_v1.json.
const header = { payout_batch_id: '5UXD2E8A7EBQJ', batch_status: 'PENDING' };
const item = (transaction_status: string, more: object = {}) => ({
  payout_item_id: '8AELMXH8UB2P8',
  payout_batch_id: '5UXD2E8A7EBQJ',
  transaction_status,
  payout_item: {
    recipient_type: 'EMAIL',
    receiver: 'joseph.doe@example.com',
    amount: { currency: 'EUR', value: '65.40' },
    sender_item_id: 'payout_1_1',
  },
  ...more,
});
const batch = (status: string, more?: object) =>
  answer({ batch_header: { ...header, batch_status: 'SUCCESS' }, items: [item(status, more)] });

describe('a payout by PayPal', () => {
  it('a payout is a batch of one with our reference, which PayPal takes once', () => {
    const request = payout.request({ ...toPaypal, description: 'October' }, account);
    expect(request).toMatchObject({
      method: 'POST',
      url: 'https://api-m.sandbox.paypal.com/v1/payments/payouts',
      headers: { 'paypal-request-id': 'payout_1_1' },
    });
    expect(bodyOf(request)).toEqual({
      sender_batch_header: { sender_batch_id: 'payout_1_1' },
      items: [
        {
          recipient_type: 'EMAIL',
          receiver: 'joseph.doe@example.com',
          amount: { value: '65.40', currency: 'EUR' },
          note: 'October',
          sender_item_id: 'payout_1_1',
        },
      ],
    });
  });

  it.each([
    ['a PayPal account', { paypal: { paypal_id: 'MB7T4FWSE' } }, { recipient_type: 'PAYPAL_ID' }],
    ['a telephone', { paypal: { telephone_number: '4087811638' } }, { recipient_type: 'PHONE' }],
    [
      'Venmo',
      { venmo: { telephone_number: '4087811638' } },
      { recipient_type: 'PHONE', recipient_wallet: 'VENMO' },
    ],
  ])('a payout to %s names it so', (_, details, receiver) => {
    const destination = { kind: 'wallet', account: 'x', details } as const;
    const [sent] = bodyOf(payout.request({ ...toPaypal, destination }, account)).items;
    expect(sent).toMatchObject(receiver);
  });

  it('a payout in yen has no fraction, and one to a bank account is not sent', () => {
    const yen = { ...toPaypal, currency: 'JPY', amountMinor: 6540 };
    expect(bodyOf(payout.request(yen, account)).items[0].amount.value).toBe('6540');
    expect(() => payout.request(anInstruction('paypal'), account)).toThrow();
  });

  it('an accepted batch is pending, a refused one is declined, and a repeated one unknown', () => {
    expect(payout.outcome(answer({ batch_header: header }, 201), toPaypal, account)).toEqual({
      result: 'pending',
      connectorTransactionId: '5UXD2E8A7EBQJ',
    });
    const refusal = (name: string, status: number) => answer({ name, message: 'No.' }, status);
    expect(payout.outcome(refusal('INSUFFICIENT_FUNDS', 422), toPaypal, account)).toMatchObject({
      result: 'declined',
      code: 'INSUFFICIENT_FUNDS',
    });
    expect(payout.outcome(refusal('USER_BUSINESS_ERROR', 400), toPaypal, account)).toMatchObject({
      result: 'unknown',
    });
  });
});

describe('a sync of a payout at PayPal', () => {
  const outcomeOf = (...given: Parameters<typeof batch>) =>
    settled(syncPayout.outcome(batch(...given), known, account));

  it('a sync asks for the batch, and without its id for nothing', () => {
    expect(syncPayout.request(known, account).url).toBe(
      'https://api-m.sandbox.paypal.com/v1/payments/payouts/5UXD2E8A7EBQJ',
    );
    expect(syncPayout.canAsk?.(aPayoutReference('paypal'))).toBe(false);
  });

  it('the item decides: claimed, unclaimed, failed, or returned after days', () => {
    expect(outcomeOf('SUCCESS')).toEqual({ result: 'paid', ...reported });
    expect(outcomeOf('UNCLAIMED')).toEqual({ result: 'initiated', ...reported });
    const errors = { name: 'RECEIVER_ACCOUNT_LOCKED', message: 'Receiver’s account is locked' };
    expect(outcomeOf('FAILED', { errors })).toEqual({
      result: 'declined',
      code: 'RECEIVER_ACCOUNT_LOCKED',
      message: errors.message,
      ...reported,
    });
    expect(outcomeOf('RETURNED')).toEqual({ result: 'reversed', code: 'RETURNED', ...reported });
  });

  it('a batch without items is pending, also when it was read', () => {
    const read = answer({ batch_header: { ...header, batch_status: 'SUCCESS' } });
    expect(syncPayout.outcome(read, known, account)).toEqual({
      result: 'pending',
      connectorTransactionId: '5UXD2E8A7EBQJ',
    });
  });

  it('an answer about another batch decides nothing', () => {
    const other = answer({ batch_header: { ...header, payout_batch_id: 'OTHER' } });
    expect(() => syncPayout.outcome(other, known, account)).toThrow();
  });
});

describe('a cancel of a payout at PayPal', () => {
  const afterBatch = () => {
    const reading = cancelPayout.outcome(batch('UNCLAIMED'), known, account);
    if (!('next' in reading)) throw new Error('Nothing was cancelled.');
    return reading;
  };

  it('an unclaimed payout is cancelled by its own id, after a step in which nothing happens', () => {
    expect(cancelPayout.request(known, account)).toMatchObject({ method: 'GET', step: 'order' });
    const { next, outcome } = afterBatch();
    expect(next).toMatchObject({
      method: 'POST',
      url: 'https://api-m.sandbox.paypal.com/v1/payments/payouts-item/8AELMXH8UB2P8/cancel',
    });
    expect(next).not.toHaveProperty('step');
    expect(outcome(answer(item('RETURNED')))).toMatchObject({ result: 'cancelled', ...reported });
  });

  it('a claimed payout stays', () => {
    const { outcome } = afterBatch();
    const refusal = { name: 'ITEM_INCORRECT_STATUS', message: 'It is claimed.' };
    expect(outcome(answer(refusal, 400))).toMatchObject({
      result: 'declined',
      code: 'ITEM_INCORRECT_STATUS',
    });
    expect(() => outcome(answer({}, 404))).toThrow();
  });
});

describe('webhooks of PayPal about payouts', () => {
  const event = (event_type: string, resource: object) =>
    webhooks.parse({ headers: {}, body: JSON.stringify({ event_type, resource }) });

  it('a webhook names the payout by our reference and the batch', () => {
    const subject = { reference: 'payout_1_1', connectorId: '5UXD2E8A7EBQJ' };
    expect(event('PAYMENT.PAYOUTS-ITEM.SUCCEEDED', item('SUCCESS'))).toEqual([
      { kind: 'payout', subject, outcome: { result: 'paid', ...reported } },
    ]);
    expect(event('PAYMENT.PAYOUTS-ITEM.RETURNED', item('RETURNED'))).toMatchObject([
      { kind: 'payout', subject, outcome: { result: 'reversed' } },
    ]);
    const denied = { ...header, batch_status: 'DENIED' };
    expect(event('PAYMENT.PAYOUTSBATCH.DENIED', { batch_header: denied })).toMatchObject([
      {
        subject: { connectorId: '5UXD2E8A7EBQJ' },
        outcome: { result: 'declined', code: 'DENIED' },
      },
    ]);
  });
});
