import { reasonOf } from '#switch/checkout/shown-page.ts';
import { declineText } from '#vocabulary/decline-text.ts';

describe('the reason on a page', () => {
  const attempt = {
    id: 'pay_1_1',
    status: 'failure',
    amountMinor: 100,
    createdAt: '2026-01-01T00:00:00.000Z',
    modifiedAt: '2026-01-01T00:00:00.000Z',
    connectorName: 'stripe',
    error: { code: 'card_declined', message: 'A text for developers', issuerMessage: 'lost_card' },
  } as const;
  const created = {
    type: 'payment_created',
    status: 'requires_confirmation',
    at: attempt.createdAt,
    version: 1,
  };
  const transitions = [created];
  const withRule = (unified: Readonly<Record<string, string>>) =>
    reasonOf({ attempt: { ...attempt, error: { ...attempt.error, unified } }, transitions }, 'de');

  it('a decline is explained in the language of the page, with the next step', () => {
    expect(reasonOf({ attempt, transitions }, 'en')).toBe(
      'Your bank did not approve this payment. Ask your bank for the reason, or use another card.',
    );
    expect(reasonOf({ attempt, transitions }, 'ja')).toBe(
      declineText('ja', 'call_issuer').join(''),
    );
    const other = { ...attempt, error: { message: 'Bad thing' } };
    expect(reasonOf({ attempt: other, transitions }, 'de')).toBe(
      declineText('de', 'unknown').join(' '),
    );
  });

  it('an attempt without an error has no reason', () => {
    const silent = { ...attempt, error: undefined };
    expect(reasonOf({ attempt: silent, transitions }, 'en')).toBeUndefined();
  });

  it('an attempt without an error whose payer was at the bank failed there', () => {
    const silent = { ...attempt, error: undefined };
    const before = { ...created, status: 'requires_customer_action' };
    const failed = { ...created, status: 'failed' };
    expect(reasonOf({ attempt: silent, transitions: [before, failed] }, 'en')).toBe(
      declineText('en', 'authentication_failed').join(' '),
    );
  });

  it("an operator's own text is shown as it is, and the default one never", () => {
    expect(withRule({ message: 'Card refused' })).toBe('Card refused');
    expect(withRule({ message: 'Card refused', userGuidance: 'Call us' })).toBe('Call us');
    expect(withRule({ message: 'Something went wrong', standardisedCode: 'invalid_cvv' })).toBe(
      declineText('de', 'incorrect_cvc').join(' '),
    );
  });
});
