import {
  aMerchant,
  type Container,
  switchInMemory,
} from '../../support/switch/switch-in-memory.ts';

export const customerId = 'cus_1';

export const acceptance = {
  acceptance_type: 'online',
  accepted_at: '2026-01-01T08:30:00Z',
  online: { ip_address: '203.0.113.9', user_agent: 'Mozilla/5.0' },
};

const card = (number: string) => ({
  payment_method: 'card',
  payment_method_type: 'credit',
  payment_method_data: {
    card: {
      card_number: number,
      card_exp_month: '12',
      card_exp_year: '2039',
      card_cvc: '314',
      card_holder_name: 'Joseph Doe',
    },
  },
});

/** A payment of 10 EUR by which a customer sets up a mandate, as a request. */
export const consenting = (
  mandate_type: object,
  more: object = {},
  number = '4242424242424242',
) => ({
  amount: 1_000,
  currency: 'EUR',
  confirm: true,
  customer_id: customerId,
  setup_future_usage: 'off_session',
  mandate_data: { customer_acceptance: acceptance, mandate_type },
  ...card(number),
  ...more,
});

export const multiUse = (amount: number, more: object = {}) => ({
  multi_use: { amount, currency: 'EUR', ...more },
});
export const singleUse = (amount: number, more: object = {}) => ({
  single_use: { amount, currency: 'EUR', ...more },
});

/** A charge of a customer who is away, as a request. */
export const charging = (mandateId: string, amount: number, more: object = {}) => ({
  amount,
  currency: 'EUR',
  confirm: true,
  off_session: true,
  customer_id: customerId,
  recurring_details: { type: 'mandate_id', data: mandateId },
  ...more,
});

/** A switch in memory with a merchant, and the requests that tests of mandates make. */
export async function aSwitchWithMandates(connectorName = 'stripe_test') {
  const world = switchInMemory();
  const merchant = await aMerchant(world);
  const first = async (name: string, body: object) =>
    world.ask(name, { key: merchant.key, params: { account_id: merchant.id }, body });
  if (connectorName !== 'stripe_test') {
    await first('connector-accounts.create', {
      connector_type: 'payment_processor',
      connector_name: connectorName,
      connector_account_details: { auth_type: 'HeaderKey', api_key: 'sk_2' },
    });
  }
  return { ...world, merchant, ...asks(world, merchant) };
}

/** A merchant's requests to a switch. */
function asks({ ask }: Pick<Container, 'ask'>, merchant: { readonly key: string }) {
  const { key } = merchant;
  const pay = (body: object) => ask('payments.create', { key, body });
  const answered = async (name: string, request: object) => {
    const { status, body } = await ask(name, { key, ...request });
    if (status !== 200) throw new Error(`${name}: ${status} ${JSON.stringify(body)}`);
    return body;
  };
  return {
    pay,
    answered,
    paid: (body: object) => answered('payments.create', { body }),
    payment: (payment_id: string, query: object = {}) =>
      answered('payments.retrieve', { params: { payment_id }, query }),
    onPayment: (name: string, payment_id: string, body: object = {}) =>
      answered(`payments.${name}`, { params: { payment_id }, body }),
    /** Sets up a mandate by a payment, and returns its identifier. */
    consented: async (mandateType: object, more: object = {}): Promise<string> => {
      const { mandate_id } = await answered('payments.create', {
        body: consenting(mandateType, more),
      });
      return mandate_id;
    },
    mandate: (mandate_id: string) => answered('mandates.retrieve', { params: { mandate_id } }),
    revoke: (mandate_id: string) => ask('mandates.revoke', { key, params: { mandate_id } }),
  };
}
