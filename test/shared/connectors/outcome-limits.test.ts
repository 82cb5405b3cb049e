import type { PaymentOutcome } from '#connectors/interface/payments.ts';
import { cutToBytes, limitOutcome } from '#connectors/outcome-limits.ts';
import fc from '../../support/runner/seeded-fast-check.ts';
import { withoutRandom } from '../../support/runner/without-random.ts';

describe('a text of a processor’s error', () => {
  it.each([
    ['code', 255],
    ['message', 1_024],
    ['reason', 1_024],
    ['issuerCode', 255],
    ['issuerMessage', 1_024],
    ['reasonCode', 255],
    ['connectorStatus', 255],
  ])('a text of a processor’s error is stored up to its limit: %s', (name, most) => {
    for (const sign of ['w', 'ü', '支', '😀']) {
      const kept = Reflect.get(
        limitOutcome({ result: 'declined', [name]: sign.repeat(5_000) }),
        name,
      );
      expect(Buffer.byteLength(kept)).toBeLessThanOrEqual(most);
      expect(Buffer.byteLength(kept)).toBeGreaterThan(most - 4);
      expect(kept).toBe(sign.repeat(kept.length / sign.length));
    }
  });

  it.each(['code', 'message', 'reason', 'issuerMessage', 'connectorStatus'])(
    'a text of a processor’s error is stored without the card numbers that the processor repeats: %s',
    (name) => {
      const said = (text: string) =>
        Reflect.get(limitOutcome({ result: 'declined', [name]: text }), name);
      expect(said('Card 4242 4242-4242 4242 is expired')).toBe('Card *** is expired');
      // Also where no more than its beginning would be kept.
      for (let before = 0; before < 1_100; before += 1) {
        expect(
          withoutRandom(said(`${'x'.repeat(before)}4242424242424242 ${'y'.repeat(2_000)}`)),
        ).not.toContain('42');
      }
    },
  );

  it('a text of a processor’s error is cut wherever it occurs, also in a webhook', () => {
    const dispute = { connectorStatus: 's'.repeat(9_000), reason: 'r'.repeat(9_000) };
    const { dispute: kept } = limitOutcome({ about: 'dispute', dispute });
    expect([kept.connectorStatus.length, kept.reason.length]).toEqual([255, 1_024]);
  });

  it('a text of a processor’s error is never cut within a character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(40), (text, most) => {
        const cut = cutToBytes(text, most);
        expect(text.startsWith(cut)).toBe(true);
        expect(cut.isWellFormed()).toBe(true);
        expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(most);
      }),
    );
  });
});

describe('the checks of an issuer', () => {
  it("an issuer's oversized check result is dropped, because it decides nothing", () => {
    const said = (length: number) => ({
      result: 'captured',
      paymentChecks: { cvc_check: 'c'.repeat(length) },
    });
    expect(limitOutcome(said(100))).toEqual(said(100));
    expect(limitOutcome(said(100_000))).toEqual({ result: 'captured' });
  });
});

describe('a reference that a processor gives', () => {
  it.each(['connectorReference', 'connectorMandateId', 'networkTransactionId'])(
    'an oversized reference of a processor is dropped, because half an id is useless: %s',
    (name) => {
      const outcome = { result: 'captured', [name]: 'n'.repeat(256) };
      expect(limitOutcome(outcome)).toEqual({ result: 'captured' });
      const short = { ...outcome, [name]: 'n'.repeat(255) };
      expect(limitOutcome(short)).toEqual(short);
    },
  );

  it.each([
    ['the payment', { result: 'captured', connectorTransactionId: 'n'.repeat(1_025) }],
    ['the refund', { result: 'succeeded', connectorRefundId: 'n'.repeat(256) }],
    ['where a customer goes', { result: 'challenged', redirectUrl: 'u'.repeat(6_145) }],
  ])(
    'an oversized reference without which nothing works makes the answer unreadable: %s',
    (_, said) => {
      expect(() => limitOutcome(said)).toThrow(/bytes/);
    },
  );

  it("an oversized reference's error does not repeat the reference", () => {
    const number = '4242424242424242'.repeat(65);
    const said = { result: 'captured', connectorTransactionId: number } as const;
    expect(() => limitOutcome<PaymentOutcome>(said)).toThrow(
      expect.not.objectContaining({ message: expect.stringContaining('4242') }),
    );
  });
});

it('connector data for later requests is accepted up to 1 KB, names and values together', () => {
  const wanted = (length: number) => ({
    result: 'captured',
    connectorMetadata: { name: 'v'.repeat(length) },
  });
  expect(limitOutcome(wanted(1_000))).toEqual(wanted(1_000));
  expect(() => limitOutcome(wanted(1_030))).toThrow(/connectorMetadata/);
});

it('data to show to a customer is accepted up to 6 KB', () => {
  const shown = (length: number) => ({
    result: 'challenged',
    nextAction: { type: 'qr_code_information', raw_qr_data: 'q'.repeat(length) },
  });
  expect(limitOutcome(shown(6_000))).toEqual(shown(6_000));
  expect(() => limitOutcome(shown(6_200))).toThrow(/nextAction/);
});
