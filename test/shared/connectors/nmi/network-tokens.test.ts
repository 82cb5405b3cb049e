import { aboutNmi } from '#connectors/nmi/about.ts';
import { nmiConnector } from '#connectors/nmi/connector.ts';
import { aCharge } from '../../../support/processors/a-charge.ts';
import { anAccountAt } from '../../../support/processors/an-exchange.ts';

const { authorize } = nmiConnector();
const account = anAccountAt('nmi', { credentials: { auth_type: 'HeaderKey', api_key: 'key_1' } });
const payment = aCharge('nmi', {
  currency: 'USD',
  captureMethod: 'manual',
  source: {
    kind: 'payment_method',
    method: 'network_token',
    type: 'network_token',
    data: {
      network_token: '4111111111111111',
      token_exp_month: '02',
      token_exp_year: '2035',
      token_cryptogram: 'EHuWW9PiBkWvqE5juRwDzAUFBAk=',
      eci: '05',
    },
  },
});
const fieldsOf = ({ body = '' }: { readonly body?: string }): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(body));

/**
 * github.com/activemerchant/active_merchant, lib/active_merchant/billing/gateways/nmi.rb
 * (add_network_token_fields).
 */
it('a network token is charged at NMI by its number, with its cryptogram and as no wallet', () => {
  const fields = fieldsOf(authorize.request(payment, account));
  expect(fields).toEqual({
    security_key: 'key_1',
    type: 'auth',
    amount: '65.40',
    currency: 'USD',
    orderid: 'pay_1_1',
    ccnumber: '4111111111111111',
    ccexp: '0235',
    token_cryptogram: 'EHuWW9PiBkWvqE5juRwDzAUFBAk=',
  });
});

it('a network token at NMI may go with the proof of an authentication elsewhere', () => {
  const proof = { cryptogram: 'jJ81HADVRtXfCBATEp01CJUAAAA', transactionStatus: 'Y' } as const;
  const asked = authorize.request({ ...payment, authenticationData: proof }, account);
  expect(fieldsOf(asked)).toMatchObject({
    cavv: 'jJ81HADVRtXfCBATEp01CJUAAAA',
    cardholder_auth: 'verified',
    token_cryptogram: 'EHuWW9PiBkWvqE5juRwDzAUFBAk=',
  });
});

it('a network token is among the methods of NMI, and not stored', () => {
  const ability = aboutNmi.methods.find(({ method }) => method === 'network_token');
  expect(ability).toMatchObject({ variants: [''], mandates: false, refunds: true });
});
