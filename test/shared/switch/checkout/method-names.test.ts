import { methodName } from '#switch/checkout/method-names.ts';
import { languages } from '#vocabulary/page-texts/languages.ts';
import { textsFor } from '#vocabulary/page-texts/texts-for.ts';
import { PaymentMethod, PaymentMethodType, typesOf } from '#vocabulary/payment-methods.ts';

const all = PaymentMethod.options.flatMap((method) =>
  typesOf[method].map((type) => [method, type] as const),
);
const nameIn = (language: string) => {
  const texts = textsFor(language).checkout;
  return ([method, type]: (typeof all)[number]) => methodName(method, type, texts, language);
};

/** A name of the words of its type, with a capital each, as a program makes it. */
const titled = (type: string) =>
  type.replace(/(?:^|_)([a-z])/g, (_, letter: string) => ` ${letter.toUpperCase()}`).trim();

/** Names that their owners write as words with a capital each. */
const plainWords = new Set([
  'affirm',
  'alfamart',
  'alma',
  'amazon_pay',
  'apple_pay',
  'atome',
  'bacs',
  'bizum',
  'bluecode',
  'boleto',
  'direct_carrier_billing',
  'efecty',
  'flexiti',
  'givex',
  'google_pay',
  'indomaret',
  'interac',
  'kakao_pay',
  'klarna',
  'lawson',
  'multibanco',
  'paysera',
  'paze',
  'pix',
  'przelewy24',
  'revolut_pay',
  'samsung_pay',
  'seicomart',
  'skrill',
  'sofort',
  'swish',
  'trustly',
  'venmo',
  'vipps',
  'walley',
]);

describe('the names of payment methods', () => {
  it('every payment method type has a name of its own, and none is made of the words of the API', () => {
    const named = nameIn('en');
    const made = all
      .filter(([, type]) => !plainWords.has(type))
      .filter((one) => named(one).includes(titled(one[1])) || /_/.test(named(one)));
    expect(made).toEqual([]);
    expect(all.map(named).filter((name) => name.trim() === '')).toEqual([]);
    expect(new Set(all.map(([, type]) => type)).size).toBe(PaymentMethodType.options.length);
  });

  it('a method without an owner is named in the language of the payer, with its country', () => {
    expect(nameIn('de')(['bank_redirect', 'online_banking_poland'])).toBe('Online-Banking (Polen)');
    expect(nameIn('ja')(['card_redirect', 'card_redirect'])).toBe('カード');
    for (const language of languages) {
      expect(nameIn(language)(['bank_transfer', 'instant_bank_transfer_finland'])).toMatch(
        /\(.+\)$/,
      );
    }
  });

  it('the debit and the transfer of one bank scheme have different names', () => {
    const named = nameIn('en');
    expect(named(['bank_debit', 'sepa'])).toBe('Direct debit (SEPA)');
    expect(named(['bank_transfer', 'sepa_bank_transfer'])).toBe('Bank transfer (SEPA)');
    expect(named(['bank_transfer', 'ach'])).toBe('Bank transfer (ACH)');
    expect(named(['bank_transfer', 'pix'])).toBe('Pix');
  });
});
