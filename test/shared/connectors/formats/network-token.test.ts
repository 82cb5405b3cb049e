import { networkTokenIn, provenTokenIn } from '#connectors/formats/network-token.ts';
import type { PaymentSource } from '#connectors/interface/payments.ts';
import { aCard } from '../../../support/processors/a-charge.ts';

const data = {
  network_token: '4111111111111111',
  token_exp_month: '03',
  token_exp_year: '2030',
  token_cryptogram: 'AAAB=',
};
const tokenOf = (changes: object = {}): PaymentSource => ({
  kind: 'payment_method',
  method: 'network_token',
  type: 'network_token',
  data: { ...data, ...changes },
});

it('a network token has its number, its expiry, its cryptogram, and the indicator where it is stated', () => {
  const token = {
    number: '4111111111111111',
    expiryMonth: '03',
    expiryYear: '2030',
    cryptogram: 'AAAB=',
  };
  expect(networkTokenIn(tokenOf())).toEqual(token);
  expect(networkTokenIn(tokenOf({ eci: null }))).toEqual(token);
  expect(networkTokenIn(tokenOf({ eci: '07' }))).toEqual({ ...token, eci: '07' });
  expect(networkTokenIn(aCard())).toBeUndefined();
});

it.each([
  ['no number', { network_token: '4111 1111 1111 1111' }],
  ['no expiry', { token_exp_month: undefined }],
])('data with %s are no network token, and the error repeats none of them', (_, changes) => {
  expect(() => networkTokenIn(tokenOf(changes))).toThrow(/^The network token cannot be read\.$/);
});

it('a token without a cryptogram is one, but not for a processor that charges none without', () => {
  const unproven = tokenOf({
    token_cryptogram: '',
    card_network: 'Visa',
    card_holder_name: 'J. Doe',
  });
  expect(networkTokenIn(unproven)).toEqual({
    number: '4111111111111111',
    expiryMonth: '03',
    expiryYear: '2030',
    network: 'Visa',
    holderName: 'J. Doe',
  });
  expect(() => provenTokenIn(unproven)).toThrow(/^The network token has no cryptogram\.$/);
  expect(provenTokenIn(tokenOf())?.cryptogram).toBe('AAAB=');
  expect(provenTokenIn(aCard())).toBeUndefined();
});
