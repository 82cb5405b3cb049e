import type { VaultRequest } from '#vault/cards/card-vault.ts';
import {
  type Answer,
  type Ask,
  aMerchant,
  type Merchant,
  switchDependencies,
  switchInMemory,
} from '../../support/switch/switch-in-memory.ts';

export const visa = '4242424242424242';
export const mastercard = '5555555555554444';

/** A card as a customer types it; `changes` replaces fields. */
export const typed = (changes: object = {}) => ({
  card_number: visa,
  card_exp_month: '12',
  card_exp_year: '2031',
  card_holder_name: 'Test Payer',
  ...changes,
});

/** A shop with a customer whose cards it saves. */
export async function aWallet(dependencies = switchDependencies()) {
  dependencies.clock.now = new Date('2030-01-31T10:00:00.000Z');
  const world = switchInMemory([], dependencies);
  const merchant = await aMerchant(world, 'shop_east');

  const ask = (name: string, request: Ask = {}, by: Merchant = merchant): Promise<Answer> =>
    world.ask(`${name.includes('.') ? '' : 'payment-methods.'}${name}`, {
      key: by.key,
      ...request,
    });
  const good = async (name: string, request: Ask = {}) => {
    const answer = await ask(name, request);
    if (answer.status !== 200) throw new Error(`${name}: ${answer.status} ${answer.text}`);
    return answer.body;
  };
  const customer = async (customer_id = 'cus_1') =>
    good('customers.create', { body: { customer_id, email: 'payer@example.com' } });
  await customer();

  const saving = (changes: object = {}, card: object = {}): Ask => ({
    body: { customer_id: 'cus_1', payment_method: 'card', card: typed(card), ...changes },
  });
  const { ports } = dependencies.vault;
  return {
    ...world,
    merchant,
    ask,
    good,
    customer,
    saving,
    /** Saves a card; returns the payment method. */
    saved: (changes: object = {}, card: object = {}) => good('create', saving(changes, card)),
    listed: async (customer_id = 'cus_1', query: Record<string, string> = {}) =>
      (await good('list', { params: { customer_id }, query })).customer_payment_methods,
    shownCustomer: (customer_id = 'cus_1') =>
      good('customers.retrieve', { params: { customer_id } }),
    pass(seconds: number) {
      dependencies.clock.now = new Date(dependencies.clock.now.getTime() + seconds * 1_000);
    },
    /** The tokens of the cards that the vault still has. */
    cardsInVault: () =>
      ports.cards
        .items()
        .filter(({ sk, deletedAt }) => sk === 'CARD' && deletedAt === undefined)
        .map(({ token }) => token),
    /** The vault's data of the card of a payment method, with its whole number. */
    async inVault(token: string) {
      const request: VaultRequest = {
        tenant: 'shop_east',
        requestId: 'req_1',
        now: dependencies.clock.now,
        reason: 'test',
        origin: 'switch',
        actor: { kind: 'switch', id: 'shop_east' },
      };
      const card = await dependencies.vault.cards.use({
        ...request,
        token,
        as: 'card.used',
        cvc: 'leave',
      });
      return card && { ...card, number: card.number.toString() };
    },
  };
}

export type Wallet = Awaited<ReturnType<typeof aWallet>>;

/** A refusal: its status, its code, its message and its reason. */
export const told = ({ status, body }: Answer) => [
  status,
  body.error?.code,
  body.error?.message,
  ...(body.error?.reason === undefined ? [] : [body.error.reason]),
];
