import { declineTables } from '#connectors/declines.ts';
import { isSimulated, processors } from '#connectors/sandbox/processors.ts';
import { declineKindOf } from '#operator/gsm/decline-kind.ts';
import { explainError, unifiedError } from '#operator/gsm/explain-error.ts';
import { StandardisedCode } from '#operator/gsm/gsm-rule.ts';
import { shippedErrors } from '#operator/gsm/shipped-errors.ts';
import { type DeclineKind, declineKinds } from '#vocabulary/decline-kinds.ts';
import { declineText } from '#vocabulary/decline-text.ts';
import { sentences } from '#vocabulary/sentences.ts';

/** A failure of each kind that the connector's documentation has a code for. */
const failures = [...declineTables].flatMap(
  ([
    connectorName,
    {
      readFrom: [member],
      codes,
    },
  ]) =>
    declineKinds.flatMap((kind): readonly [string, DeclineKind, object][] => {
      const [code] = codes[kind] ?? [];
      if (member === undefined || code === undefined) return [];
      return [[connectorName, kind, { [member]: code }]];
    }),
);
const atRealProcessors = failures.filter(([connectorName]) => !isSimulated(connectorName));

const headers: readonly [header: string | undefined, locale: string][] = [
  [undefined, 'en'],
  ['de', 'de'],
  ['de-CH', 'de'],
  ['ar', 'ar'],
  ['ja', 'ja'],
  ['pt-BR,pt;q=0.9', 'pt'],
  ['en;q=0.1, fr;q=0.2', 'fr'],
  ['is, de;q=0.3', 'de'],
  ['de;q=0, en', 'en'],
  ['is', 'en'],
  ['*', 'en'],
  ['', 'en'],
  [';;q=,,de_DE', 'en'],
  ['de;q=2', 'en'],
];

describe('the shipped error of a decline', () => {
  it('every kind has a documented code at a real processor', () => {
    expect(new Set(atRealProcessors.map(([, kind]) => kind))).toEqual(new Set(declineKinds));
  });

  it.each(atRealProcessors)(
    "a decline of %s of the kind %s is explained by its kind's error",
    (connectorName, kind, error) => {
      const { code, message, standardisedCode, description } = shippedErrors[kind];
      const said = { code, message, standardisedCode, description };
      for (const [header, locale] of headers) {
        expect([header, explainError({ connectorName, error, hasFailed: true }, header)]).toEqual([
          header,
          { ...said, userGuidance: sentences(...declineText(locale, kind)) },
        ]);
      }
    },
  );

  it.each(declineKinds)('the standardised code of %s leads back to it', (kind) => {
    const { standardisedCode, code, message } = shippedErrors[kind];
    expect(StandardisedCode.options).toContain(standardisedCode);
    expect(declineKindOf(undefined, { unified: { standardisedCode } })).toBe(kind);
    expect(code).toMatch(/^UE_[1-49]000$/);
    expect(message === 'Something went wrong').toBe(kind === 'unknown');
  });

  it('no two kinds share a message or a description', () => {
    for (const member of ['message', 'description', 'standardisedCode'] as const) {
      const texts = declineKinds.map((kind) => shippedErrors[kind][member]);
      expect(new Set(texts).size).toBe(declineKinds.length);
    }
  });

  it.each([
    ['adyen', { code: '5', message: 'Blocked Card' }, { code: '2', message: 'Refused' }],
    ['braintree', { code: '2013' }, { code: '2000' }],
    ['braintree', { code: '2014' }, { code: '2000' }],
    ['checkout', { code: '30041' }, { code: '20005' }],
    ['stripe', { code: 'card_declined', issuerMessage: 'stolen_card' }, { code: 'call_issuer' }],
    ['stripe', { code: 'card_declined', issuerMessage: 'lost_card' }, { code: 'call_issuer' }],
    ['stripe', { code: 'card_declined', issuerMessage: 'fraudulent' }, { code: 'call_issuer' }],
    ['worldpay', { code: '43' }, { code: '5' }],
    [
      'phonypay',
      { code: 'DC_08', message: 'Payment declined: Lost card' },
      { code: 'DC_08', message: 'Payment declined: Card declined' },
    ],
  ] as const)(
    'a lost or stolen card at %s (%j) reads like any decline of the bank',
    (connectorName, lost, plain) => {
      const explained = (error: object) => explainError({ connectorName, error, hasFailed: true });
      expect(explained(lost)).toEqual(explained(plain));
      expect(explained(lost)).toMatchObject({ standardisedCode: 'do_not_honor' });
      expect(JSON.stringify(explained(lost))).not.toMatch(/lost|stolen|fraud|suspect/i);
    },
  );

  it.each(processors)(
    'a decline of %s keeps the published code and message, and has the reason beside them',
    (connectorName) => {
      const error = { code: 'DC_08', message: 'Payment declined: Card declined' };
      expect(explainError({ connectorName, error, hasFailed: true }, 'ja')).toEqual({
        code: 'UE_9000',
        message: 'Something went wrong',
        standardisedCode: 'do_not_honor',
        description: shippedErrors.call_issuer.description,
        userGuidance: declineText('ja', 'call_issuer').join(''),
      });
    },
  );

  it("the switch's own declines are explained, with and without a connector", () => {
    const error = { code: 'HE-03' };
    const said = { unified_code: 'UE_1000', unified_message: 'Not accepted by the merchant' };
    expect(unifiedError({ error, hasFailed: true })).toEqual(said);
    expect(unifiedError({ connectorName: 'adyen', error, hasFailed: true })).toEqual(said);
  });

  it.each(['TIMEOUT', 'insufficient_funds'])(
    'an error %s of a payment that may still succeed gives a payer no advice',
    (code) => {
      const open = { connectorName: 'stripe', error: { code }, hasFailed: false };
      expect(explainError(open, 'de')).toEqual({
        code: 'UE_9000',
        message: 'Something went wrong',
        standardisedCode: null,
        description: null,
        userGuidance: null,
      });
    },
  );
});

describe('a rule of the operator before the shipped error', () => {
  const error = { code: '2001', message: 'Insufficient Funds' };
  const ruled = (unified: object, connectorName = 'braintree') =>
    explainError({ connectorName, error: { ...error, unified }, hasFailed: true }, 'de');
  const shipped = ruled({});

  it.each([
    [{ code: 'UE_4000' }],
    [{ message: 'No money' }],
    [{ description: 'Our note' }],
    [{ userGuidance: 'Call us' }],
  ])('a rule with %j replaces this member only', (unified) => {
    expect(ruled(unified)).toEqual({ ...shipped, ...unified });
  });

  it('a rule that states only a standardised code gives the decline its kind', () => {
    expect(ruled({ standardisedCode: 'issuer_unavailable' })).toEqual({
      ...shippedErrors.try_again_later,
      standardisedCode: 'issuer_unavailable',
      userGuidance: declineText('de', 'try_again_later').join(' '),
    });
  });

  it('a rule wins at a test connector, too', () => {
    expect(ruled({ code: 'UE_1000' }, 'stripe_test')).toMatchObject({
      code: 'UE_1000',
      message: 'Something went wrong',
    });
  });

  it('a rule counts for an error of a payment that has not failed', () => {
    const unified = { code: 'UE_3000', userGuidance: 'Wait' };
    expect(
      explainError({ connectorName: 'nmi', error: { ...error, unified }, hasFailed: false }),
    ).toMatchObject({ ...unified, standardisedCode: null });
  });
});
