import type { LoadedConfirm } from '#switch/payments/confirm/confirm-context.ts';
import { chooseAccounts } from '#switch/payments/confirm/planned-accounts.ts';
import { chargeOf } from '#switch/payments/confirm/planned-charge.ts';
import type { PaymentRequest } from '#switch/payments/request/payment-request.ts';
import { aConfiguration, aConnectorAccount } from '../../../../support/entities/a-configuration.ts';
import { aPayment, noon } from '../../../../support/entities/a-payment.ts';

const settings = {
  payment_methods_enabled: [
    { payment_method: 'card', payment_method_types: [{ payment_method_type: 'credit' }] },
  ],
};
const stripe = aConnectorAccount('stripe', { settings });
const nmi = aConnectorAccount('nmi', { settings });
const card = {
  card_number: '4242424242424242',
  card_exp_month: '12',
  card_exp_year: '2030',
  card_cvc: '123',
};

const choose = (given: Partial<LoadedConfirm> = {}) => {
  const confirm: LoadedConfirm = {
    payment: aPayment(),
    configuration: aConfiguration({ connectorAccounts: [stripe, nmi] }),
    body: {},
    whole: credit(),
    credential: {},
    scores: undefined,
    now: noon,
    remainingMs: () => 28_000,
    requestId: 'req_1',
    ...given,
  };
  const { account, others, routing } = chooseAccounts(chargeOf(confirm), confirm);
  return { ids: [account, ...others].map(({ id }) => id), approach: routing.approach };
};

/** A request for a credit card, with more fields. */
const credit = (more: Partial<PaymentRequest> = {}): PaymentRequest => ({
  payment_method: 'card',
  payment_method_type: 'credit',
  payment_method_data: { card },
  ...more,
});

const token = (accountId?: string) => ({
  connectorMandates: [{ accountId, connectorMandateId: 'tok_1' }],
});

describe('the connector accounts of a charge', () => {
  it('all able accounts of the profile are tried in fallback order', () => {
    expect(choose()).toEqual({ ids: [stripe.id, nmi.id], approach: 'default_fallback' });
  });

  it("only the request's connectors are tried when it names some", () => {
    expect(choose({ whole: credit({ connector: ['nmi'] }) }).ids).toEqual([nmi.id]);
  });

  it("a processor's token is charged at the account that the request names, and at no other", () => {
    expect(choose({ whole: {}, credential: token(nmi.id) })).toEqual({
      ids: [nmi.id],
      approach: 'mandate',
    });
  });

  it("a processor's token without an account is charged at the first account of the routing", () => {
    expect(choose({ credential: token() })).toEqual({ ids: [stripe.id], approach: 'mandate' });
  });

  it("a processor's token of an unknown account is refused", () => {
    expect(() => choose({ whole: {}, credential: token('mca_gone') })).toThrow(
      expect.objectContaining({ kind: 'connector_account_not_found' }),
    );
  });

  it('routing rules of an unknown form are refused', () => {
    const whole = credit({ routing: { type: 'lottery' } });
    expect(() => choose({ whole })).toThrow(expect.objectContaining({ kind: 'invalid_request' }));
  });

  it('a charge that no account can do is refused for the reason of the best account', () => {
    const whole = credit({ authentication_type: 'three_ds' });
    const configuration = aConfiguration({ connectorAccounts: [nmi] });
    expect(() => choose({ whole, configuration })).toThrow(
      expect.objectContaining({ kind: 'payment_method_type_not_supported' }),
    );
  });
});
