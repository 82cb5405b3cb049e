import { aboutAuthorizeDotNet } from '#connectors/authorizedotnet/about.ts';
import { authorizeDotNetConnector } from '#connectors/authorizedotnet/connector.ts';
import type { PaymentSource } from '#connectors/interface/payments.ts';
import { account, bodyOf, payment } from './answers.ts';

const { authorize } = authorizeDotNetConnector();
const source: PaymentSource = {
  kind: 'payment_method',
  method: 'network_token',
  type: 'network_token',
  data: {
    network_token: '4111111111111111',
    token_exp_month: '12',
    token_exp_year: '2035',
    token_cryptogram: 'EHuWW9PiBkWvqE5juRwDzAUFBAk=',
  },
};

/**
 * github.com/activemerchant/active_merchant, test/unit/gateways/authorize_net_test.rb
 * (test_successful_apple_pay_authorization_with_network_tokenization) and
 * lib/active_merchant/billing/gateways/authorize_net.rb (add_network_token).
 */
it('a network token is charged at Authorize.net as a payment token with its cryptogram', () => {
  const { transactionRequest } = bodyOf(
    authorize.request({ ...payment, source }, account),
  ).createTransactionRequest;
  expect(transactionRequest.payment).toEqual({
    creditCard: {
      cardNumber: '4111111111111111',
      expirationDate: '2035-12',
      isPaymentToken: true,
      cryptogram: 'EHuWW9PiBkWvqE5juRwDzAUFBAk=',
    },
  });
  const names = Object.keys(transactionRequest.payment.creditCard);
  expect(names.slice(-2)).toEqual(['isPaymentToken', 'cryptogram']);
});

it('data that are no network token are not sent to Authorize.net', () => {
  const odd = { ...source, data: { ...source.data, token_cryptogram: '' } };
  expect(() => authorize.request({ ...payment, source: odd }, account)).toThrow();
});

it('a network token is among the methods of Authorize.net, and not stored', () => {
  const { methods } = aboutAuthorizeDotNet;
  const ability = methods.find(({ method }) => method === 'network_token');
  expect(ability).toMatchObject({ variants: [''], mandates: false, refunds: true });
});
