import {
  authorizationOptionsOf,
  extendAuthorization,
  incrementAuthorization,
  presentAuthorizationFields,
} from '#sandbox/authorization-changes.ts';
import { decide } from '#sandbox/ledger.ts';

const noon = new Date('2026-01-31T12:00:00.000Z');
const later = new Date('2026-02-03T12:00:00.000Z');

const reserved = (changes: object = {}, cardNumber = '4242424242424242') =>
  decide(
    {
      keyHash: 'key',
      reference: 'pay_1_1',
      processor: 'fauxpay',
      amountMinor: 6_540,
      currency: 'USD',
      manualCapture: true,
      cardNumber,
      incrementable: true,
      extendedAuthorization: true,
      ...changes,
    },
    { id: 'pay_1', challengeId: 'ch_1' },
    noon,
  );

const wish = (totalMinor = 7_000, reference = 'auth_1') => ({ reference, totalMinor });

describe('raising an authorized amount', () => {
  it('a raised sandbox reservation moves the difference, once for each reference', () => {
    const payment = reserved();
    const first = incrementAuthorization(payment, wish(), noon);
    if ('refused' in first) throw new Error(first.refused);
    expect(first.payment).toMatchObject({ amountMinor: 7_000, askedMinor: 6_540 });
    expect(first.payment.movements).toMatchObject([
      { kind: 'reserved', amountMinor: 6_540 },
      { kind: 'raised', amountMinor: 460, reference: 'auth_1' },
    ]);
    const again = incrementAuthorization(first.payment, wish(), later);
    expect('payment' in again && again.payment).toBe(first.payment);
    expect(incrementAuthorization(first.payment, wish(8_000), later)).toEqual({ refused: 'DC_31' });
  });

  it.each([
    ['was not asked for', reserved({ incrementable: undefined }), 7_000],
    ['is not for this processor', reserved({ incrementable: false }), 7_000],
    ['is not more', reserved(), 6_540],
    ['is refused by the card', reserved({}, '4000000000000036'), 7_000],
    ['comes after the charge', reserved({ manualCapture: false }), 7_000],
  ])('a raised sandbox reservation is refused where it %s', (_, payment, totalMinor) => {
    expect(incrementAuthorization(payment, wish(totalMinor), noon)).toEqual({ refused: 'DC_30' });
  });
});

describe('extending an authorization', () => {
  it('an extended sandbox authorization counts from the last request for it', () => {
    expect(presentAuthorizationFields(reserved())).toEqual({
      incremental_authorization: true,
      extended_authorization: true,
      capture_before: '2026-03-02T12:00:00.000Z',
    });
    const decision = extendAuthorization(reserved(), later);
    if ('refused' in decision) throw new Error(decision.refused);
    expect(presentAuthorizationFields(decision.payment).capture_before).toBe(
      '2026-03-05T12:00:00.000Z',
    );
    expect(decision.payment.movements).toEqual(reserved().movements);
  });

  it('an extended sandbox authorization is refused without an authorization, or where it was not requested', () => {
    expect(extendAuthorization(reserved({ extendedAuthorization: false }), noon)).toEqual({
      refused: 'DC_32',
    });
    expect(extendAuthorization(reserved({ manualCapture: false }), noon)).toEqual({
      refused: 'DC_32',
    });
    expect(
      presentAuthorizationFields(
        reserved({ incrementable: undefined, extendedAuthorization: undefined }),
      ),
    ).toEqual({});
  });
});

it.each([
  ['fauxpay', true, { incrementable: true, extendedAuthorization: true }],
  ['fauxpay', false, { incrementable: false, extendedAuthorization: false }],
  ['paypal_test', true, { incrementable: false, extendedAuthorization: false }],
] as const)(
  'an authorization at %s, captured by hand %s, supports %j',
  (processor, manual, expected) => {
    const asked = { processor, incremental_authorization: true, extended_authorization: true };
    expect(authorizationOptionsOf(asked, manual)).toEqual(expected);
    expect(authorizationOptionsOf({ processor }, manual)).toEqual({});
  },
);
