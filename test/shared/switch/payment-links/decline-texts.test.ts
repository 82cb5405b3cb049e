import { declineText } from '#switch/payment-links/decline-text.ts';
import { declineTexts } from '#switch/payment-links/decline-texts.ts';
import { reasonOf } from '#switch/payment-links/shown-page.ts';
import { declineKinds } from '#vocabulary/decline-kinds.ts';

const languages = [...declineTexts.keys()];

/** The letters of the languages that are not written in Latin ones. */
const scripts: Readonly<Record<string, RegExp>> = {
  ar: /\p{Script=Arabic}/u,
  el: /\p{Script=Greek}/u,
  he: /\p{Script=Hebrew}/u,
  ja: /\p{Script=Hiragana}/u,
  ko: /\p{Script=Hangul}/u,
  zh: /^[^\p{Script=Hiragana}]*\p{Script=Han}/u,
};

describe('the texts of declines', () => {
  it('each of the twenty-two languages has a text for each kind', () => {
    expect(languages.join(' ')).toBe(
      'en de fr es it pt nl pl cs da sv nb fi hu ro el tr ar he ja zh ko',
    );
    for (const language of languages) {
      expect(Object.keys(declineTexts.get(language) ?? {})).toEqual([...declineKinds]);
    }
  });

  it.each(languages)('every sentence of %s is one of its own, in its letters', (language) => {
    const sentences = declineKinds.flatMap((kind) => declineText(language, kind));
    expect(new Set(sentences).size).toBe(2 * declineKinds.length);
    for (const sentence of sentences) {
      expect(sentence).toMatch(/^\S[^.。]{4,}[.。]$/u);
      expect(sentence).toMatch(scripts[language] ?? /^[\p{Script=Latin}\p{P}\s]+$/u);
    }
  });

  it.each(languages)('no sentence of %s contains a code', (language) => {
    const sentences = declineKinds.flatMap((kind) => declineText(language, kind));
    expect(sentences.filter((one) => /[\p{N}_{}<>&]|\p{Lu}{2}/u.test(one))).toEqual([]);
  });

  it('a locale has the texts of its language, and English ones where there are none', () => {
    expect(declineText('de-CH', 'unknown')).toBe(declineTexts.get('de')?.unknown);
    expect(declineText('nn-NO', 'unknown')).toBe(declineTexts.get('nb')?.unknown);
    expect(declineText('no', 'unknown')).toBe(declineTexts.get('nb')?.unknown);
    expect(declineText('is', 'unknown')).toBe(declineTexts.get('en')?.unknown);
  });
});

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
