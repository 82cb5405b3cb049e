import * as v from 'valibot';
import { withRequestLanguage } from '#platform/http/request/request-language.ts';
import { startAttempt } from '#switch/payments/lifecycle/attempts.ts';
import { presentPayment } from '#switch/payments/response/present-payment.ts';
import { declineText } from '#vocabulary/decline-text.ts';
import { isWanted, newTransitions, paymentEvent } from '#webhooks/events/event.ts';
import {
  afterOutcome,
  aPayment,
  aProcessingPayment,
  later,
  noon,
} from '../../../support/entities/a-payment.ts';

const succeeded = {
  ...afterOutcome(aProcessingPayment(), { result: 'captured' }, later(1)),
  version: 2,
};
const [transition] = newTransitions(succeeded, aProcessingPayment());
if (!transition) throw new Error('A success is a transition.');

describe('the event of a transition', () => {
  const event = paymentEvent(succeeded, transition);
  const sent = JSON.parse(event.body);

  it("a payment's event is the same to the byte however often it is created", () => {
    expect(paymentEvent(structuredClone(succeeded), { ...transition })).toEqual(event);
  });

  it("a declined payment's event is in English, also within a request in another language", () => {
    const declined = { result: 'declined', code: 'insufficient_funds' } as const;
    const connector = { name: 'stripe', accountId: 'mca_1', label: 'stripe_default' };
    const asked = startAttempt(
      aPayment(),
      { requestFields: {}, netAmountMinor: 2_599, connector },
      noon,
    );
    const failed = { ...afterOutcome(asked, declined, later(1)), version: 2 };
    const [failure = transition] = newTransitions(failed, asked);
    const usual = paymentEvent(failed, failure);
    expect(JSON.parse(usual.body).content.object).toMatchObject({
      unified_code: 'UE_1000',
      unified_message: 'Insufficient funds',
      error_details: {
        unified_details: {
          user_guidance_message: declineText('en', 'insufficient_funds').join(' '),
        },
      },
    });
    expect(withRequestLanguage('de', () => paymentEvent(failed, failure))).toEqual(usual);
  });

  it("a payment's event contains the payment as the API answers it", () => {
    expect(sent).toEqual({
      merchant_id: 'merchant_1',
      event_id: event.id,
      event_type: 'payment_succeeded',
      content: { type: 'payment_details', object: presentPayment(succeeded) },
      timestamp: later(1).toISOString(),
      processor_merchant_id: 'merchant_1',
    });
  });

  it("a payment's event has an identifier that is a UUID of version 7 and contains the time", () => {
    expect(event.id).toMatch(/^evt_[0-9a-f]{12}7[0-9a-f]{3}[89ab][0-9a-f]{15}$/);
    expect(Number.parseInt(event.id.slice(4, 16), 16)).toBe(later(1).getTime());
    const uuid = event.id.slice(4).replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
    expect(v.is(v.pipe(v.string(), v.uuid()), uuid)).toBe(true);
  });

  it("a payment's event differs from that of every other transition", () => {
    const others = [
      paymentEvent(succeeded, { ...transition, version: 3 }),
      paymentEvent(succeeded, { ...transition, type: 'payment_failed' }),
      paymentEvent({ ...succeeded, id: 'pay_2' }, transition),
      paymentEvent({ ...succeeded, merchantId: 'merchant_2' }, transition),
    ];
    expect(new Set([event, ...others].map(({ id }) => id)).size).toBe(5);
  });
});

describe('the transitions of a change', () => {
  it('the transitions of a change are all of them for a new payment, and only new ones otherwise', () => {
    expect(newTransitions(aPayment(), undefined).map(({ type }) => type)).toEqual([
      'payment_created',
    ]);
    expect(newTransitions(succeeded, aProcessingPayment())).toEqual([transition]);
    expect(newTransitions(succeeded, succeeded)).toEqual([]);
  });
});

describe('the merchant’s settings for events', () => {
  const of = (type: string, status = 'succeeded') => ({
    type,
    status: status as 'succeeded',
    at: noon.toISOString(),
    version: 1,
  });

  it.each([
    ['payment_created', undefined, false],
    ['payment_created', { payment_created_enabled: true }, true],
    ['payment_created', { payment_created_enabled: false }, false],
    ['payment_succeeded', undefined, true],
    ['payment_succeeded', { payment_succeeded_enabled: false }, false],
    ['payment_succeeded', { payment_succeeded_enabled: true }, true],
    ['payment_succeeded', { payment_succeeded_enabled: null }, true],
    ['payment_failed', undefined, true],
    ['payment_failed', { payment_failed_enabled: false }, false],
    ['payment_processing', { payment_succeeded_enabled: false }, true],
    ['payment_succeeded', { payment_statuses_enabled: ['failed'] }, false],
    ['payment_succeeded', { payment_statuses_enabled: ['succeeded'] }, true],
    ['payment_succeeded', { payment_statuses_enabled: [] }, true],
  ])('a change of a payment to %s with %j: %s', (type, settings, wanted) => {
    expect(isWanted(of(type), settings ?? {})).toBe(wanted);
  });
});
