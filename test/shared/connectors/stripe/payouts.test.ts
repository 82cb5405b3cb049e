import type { NextStep } from '#connectors/interface/exchange.ts';
import type { PayoutOutcome } from '#connectors/interface/payouts.ts';
import { stripeConnector } from '#connectors/stripe/connector.ts';
import { decodeForm } from '#platform/formats/bracketed-form.ts';
import {
  anInstruction,
  aPayoutReference,
} from '../../../support/processors/a-payout-instruction.ts';
import { anAccountAt, answer } from '../../../support/processors/an-exchange.ts';
import { aStripePayout, aTransfer, listOf, toConnectedAccount } from './a-stripe-payout.ts';

const { payout, fulfillPayout, syncPayout, cancelPayout, webhooks } = stripeConnector();
if (!payout || !fulfillPayout || !syncPayout || !cancelPayout) throw new Error('It pays out.');
const account = anAccountAt('stripe');
const instruction = anInstruction('stripe', { destination: toConnectedAccount, fulfill: false });
const known = aPayoutReference('stripe', { connectorTransactionId: 'tr_1' });
const reported = { connectorTransactionId: 'tr_1', amountMinor: 6540, currency: 'EUR' };
const refusal = answer(
  {
    error: { type: 'invalid_request_error', code: 'balance_insufficient', message: 'Too little.' },
  },
  400,
);

type Reading = PayoutOutcome | NextStep<PayoutOutcome>;
function goesOn(reading: Reading): NextStep<PayoutOutcome> {
  if (!('next' in reading)) throw new Error('The exchange does not go on.');
  return reading;
}
const formOf = ({ body = '' }: { readonly body?: string }) => decodeForm(body);

describe('the creation of a payout by Stripe', () => {
  // github.com/stripe/stripe-node, types/2022-11-15/TransfersResource.d.ts: TransferCreateParams.
  it('a creation transfers the money to the connected account, in the group of our reference', () => {
    const request = payout.request(instruction, account);
    expect(request).toMatchObject({
      method: 'POST',
      url: 'https://api.stripe.com/v1/transfers',
      headers: { 'idempotency-key': 'payout_1_1', 'stripe-version': '2022-11-15' },
    });
    expect(request).not.toHaveProperty('step');
    expect(formOf(request)).toEqual({
      amount: '6540',
      currency: 'eur',
      destination: 'acct_1',
      transfer_group: 'payout_1_1',
      metadata: { order_id: 'payout_1_1', external_account: 'ba_1' },
    });
    expect(payout.outcome(answer(aTransfer()), instruction, account)).toEqual({
      result: 'created',
      ...reported,
    });
    expect(payout.outcome(refusal, instruction, account)).toMatchObject({
      result: 'declined',
      code: 'balance_insufficient',
    });
  });

  it('an account as the only token is paid to its default destination', () => {
    const details = { psp_token: 'acct_1', token_type: 'ach' };
    const whole = { kind: 'passthrough', account: 'acct_1', details } as const;
    const form = formOf(payout.request({ ...instruction, destination: whole }, account));
    expect(form).toMatchObject({ destination: 'acct_1', metadata: { order_id: 'payout_1_1' } });
    const foreign = { ...whole, details: { psp_token: 'tok_1', token_type: 'ach' } };
    expect(() => payout.request({ ...instruction, destination: foreign }, account)).toThrow();
    expect(() => payout.request(anInstruction('stripe'), account)).toThrow();
  });

  it('a payout at once is paid from the connected account after its transfer', () => {
    const { next, outcome } = goesOn(
      payout.outcome(answer(aTransfer()), { ...instruction, fulfill: true }, account),
    );
    expect(next).toMatchObject({
      url: 'https://api.stripe.com/v1/payouts',
      headers: { 'stripe-account': 'acct_1', 'idempotency-key': 'fulfill:payout_1_1' },
    });
    expect(formOf(next)).toEqual({
      amount: '6540',
      currency: 'eur',
      destination: 'ba_1',
      metadata: { order_id: 'payout_1_1', transfer: 'tr_1' },
    });
    expect(outcome(answer(aStripePayout()))).toEqual({ result: 'pending', ...reported });
    // The transfer has moved money, so a refusal of its payout decides nothing yet.
    expect(outcome(refusal)).toMatchObject({
      result: 'unknown',
      code: 'balance_insufficient',
      connectorTransactionId: 'tr_1',
    });
  });
});

describe('the fulfillment of a payout by Stripe', () => {
  const afterTransfer = (transfer = aTransfer()) =>
    goesOn(fulfillPayout.outcome(answer(transfer), known, account));

  it('a fulfillment looks for a payout of the transfer first, by steps that move nothing', () => {
    expect(fulfillPayout.request(known, account)).toMatchObject({
      method: 'GET',
      url: 'https://api.stripe.com/v1/transfers/tr_1',
      step: 'order',
    });
    const { next, outcome } = afterTransfer();
    expect(next).toMatchObject({
      method: 'GET',
      url: 'https://api.stripe.com/v1/payouts?limit=100&created[gte]=1767225600',
      headers: { 'stripe-account': 'acct_1' },
      step: 'order',
    });
    const paying = goesOn(outcome(answer(listOf())));
    expect(paying.next).toMatchObject({
      method: 'POST',
      url: 'https://api.stripe.com/v1/payouts',
      headers: { 'stripe-account': 'acct_1', 'idempotency-key': 'fulfill:payout_1_1' },
    });
    expect(paying.next).not.toHaveProperty('step');
    expect(paying.outcome(answer(aStripePayout({ status: 'in_transit' })))).toEqual({
      result: 'initiated',
      ...reported,
    });
    expect(paying.outcome(refusal)).toMatchObject({
      result: 'not_sent',
      code: 'balance_insufficient',
    });
    const conflict = answer({ error: { type: 'idempotency_error', message: 'In use' } }, 409);
    expect(paying.outcome(conflict)).toMatchObject({ result: 'unknown' });
  });

  it('a payout that is under way is not paid again, and one that failed is under a new key', () => {
    const listed = (...payouts: object[]) => afterTransfer().outcome(answer(listOf(...payouts)));
    expect(listed(aStripePayout({ status: 'paid' }))).toEqual({ result: 'paid', ...reported });
    const { next } = goesOn(listed(aStripePayout({ status: 'failed' })));
    expect(next.headers['idempotency-key']).toBe('fulfill:payout_1_1:1');
  });

  it('a fulfillment whose transfer cannot be read was not sent', () => {
    expect(fulfillPayout.outcome(refusal, known, account)).toMatchObject({ result: 'not_sent' });
    expect(afterTransfer().outcome(refusal)).toMatchObject({ result: 'not_sent' });
    expect(afterTransfer(aTransfer({ reversed: true })).outcome(answer(listOf()))).toMatchObject({
      result: 'cancelled',
    });
  });
});

describe('a sync of a payout by Stripe', () => {
  const synced = (transfer: object, ...payouts: object[]) =>
    goesOn(syncPayout.outcome(answer(transfer), known, account)).outcome(
      answer(listOf(...payouts)),
    );

  it('a transfer without a payout waits for its fulfillment, and a reversed one is cancelled', () => {
    expect(synced(aTransfer())).toEqual({ result: 'created', ...reported });
    expect(synced(aTransfer({ reversed: true }))).toMatchObject({ result: 'cancelled' });
    const others = aStripePayout({ metadata: { order_id: 'payout_2_1' } });
    expect(synced(aTransfer(), others)).toMatchObject({ result: 'created' });
  });

  it('the payout decides, also days later when the bank has returned it', () => {
    expect(synced(aTransfer(), aStripePayout({ status: 'paid' }))).toEqual({
      result: 'paid',
      ...reported,
    });
    const failed = { status: 'failed', failure_code: 'account_closed', failure_message: 'Closed.' };
    expect(synced(aTransfer(), aStripePayout(failed))).toEqual({
      result: 'declined',
      code: 'account_closed',
      message: 'Closed.',
      ...reported,
    });
  });

  it('a payout whose answer was lost is found by the group of its transfer', () => {
    const lost = aPayoutReference('stripe');
    const request = syncPayout.request(lost, account);
    expect(request.url).toBe(
      'https://api.stripe.com/v1/transfers?limit=1&transfer_group=payout_1_1',
    );
    expect(request).not.toHaveProperty('step');
    const { outcome } = goesOn(syncPayout.outcome(answer(listOf(aTransfer())), lost, account));
    expect(outcome(answer(listOf()))).toEqual({ result: 'created', ...reported });
    expect(syncPayout.outcome(answer(listOf()), lost, account)).toEqual({ result: 'not_found' });
  });

  it('more payouts than one answer lists decide nothing', () => {
    const { outcome } = goesOn(syncPayout.outcome(answer(aTransfer()), known, account));
    expect(() => outcome(answer({ ...listOf(), has_more: true }))).toThrow();
  });
});

describe('a cancel of a payout by Stripe', () => {
  const afterPayouts = (...payouts: object[]) =>
    goesOn(cancelPayout.outcome(answer(aTransfer()), known, account)).outcome(
      answer(listOf(...payouts)),
    );

  it('a cancel takes the transfer back', () => {
    const { next, outcome } = goesOn(afterPayouts());
    expect(next).toMatchObject({
      method: 'POST',
      url: 'https://api.stripe.com/v1/transfers/tr_1/reversals',
      headers: { 'idempotency-key': 'cancel:payout_1_1' },
    });
    expect(next.headers).not.toHaveProperty('stripe-account');
    expect(outcome(answer({ id: 'trr_1', object: 'transfer_reversal' }))).toEqual({
      result: 'cancelled',
      connectorTransactionId: 'tr_1',
    });
    expect(outcome(refusal)).toMatchObject({ result: 'declined' });
  });

  it('a payout that is under way stays', () => {
    expect(afterPayouts(aStripePayout())).toMatchObject({ result: 'declined' });
  });
});

describe('events of Stripe about payouts', () => {
  const event = (type: string, object: object) =>
    webhooks?.parse({ headers: {}, body: JSON.stringify({ type, data: { object } }) });

  it('an event names the payout by our reference and the transfer', () => {
    expect(event('payout.paid', aStripePayout({ status: 'paid' }))).toEqual([
      {
        kind: 'payout',
        subject: { reference: 'payout_1_1', connectorId: 'tr_1' },
        outcome: { result: 'paid', ...reported },
      },
    ]);
    expect(event('payout.paid', aStripePayout({ metadata: {} }))).toEqual([{ kind: 'nothing' }]);
  });
});
