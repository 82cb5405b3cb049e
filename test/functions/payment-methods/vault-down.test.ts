import type { CardVault } from '#vault/cards/card-vault.ts';
import { VaultError } from '#vault/vault-error.ts';
import { switchDependencies } from '../../support/switch/switch-in-memory.ts';
import { aWallet, mastercard, typed, visa, type Wallet } from './a-wallet.ts';

type Way = keyof CardVault;

/** A wallet over a vault of which one thing at a time can be out of order. */
async function aFragileWallet() {
  const dependencies = switchDependencies();
  const broken = new Set<Way>();
  const { cards } = dependencies.vault;
  const mayFail =
    <Given extends readonly unknown[], Answer>(
      way: Way,
      call: (...given: Given) => Promise<Answer>,
    ) =>
    async (...given: Given): Promise<Answer> => {
      if (broken.has(way)) throw new VaultError('service_unavailable');
      return call(...given);
    };
  const vault = {
    ...dependencies.vault,
    cards: {
      store: mayFail('store', cards.store),
      use: mayFail('use', cards.use),
      remove: mayFail('remove', cards.remove),
      describe: mayFail('describe', cards.describe),
      fingerprints: mayFail('fingerprints', cards.fingerprints),
    },
  };
  return { broken, wallet: await aWallet({ ...dependencies, vault }) };
}

const unavailable = { status: 503, body: { error: expect.objectContaining({ type: 'api' }) } };

const ofSaved = async (wallet: Wallet) => {
  const { payment_method_id, card } = await wallet.saved();
  return { params: { method_id: payment_method_id }, token: card.card_token };
};

describe('a vault that does not work', () => {
  it('no card is saved while the vault is out of order, and nothing is written', async () => {
    const { broken, wallet } = await aFragileWallet();
    const before = wallet.port.items();
    broken.add('store');
    const answer = await wallet.ask('create', wallet.saving());
    expect(answer).toMatchObject(unavailable);
    expect(answer.headers['retry-after']).toBe('1');
    expect(wallet.port.items()).toEqual(before);
    expect(wallet.dependencies.logged.join('\n')).not.toContain(visa);
    broken.clear();
    expect((await wallet.ask('create', wallet.saving())).status).toBe(200);
  });

  it('a payment method that awaits its data stays as it is', async () => {
    const { broken, wallet } = await aFragileWallet();
    const awaited = await wallet.good('create', { body: { customer_id: 'cus_1' } });
    const { client_secret, payment_method_id: method_id } = awaited;
    const complete = () =>
      wallet.ask('save', {
        key: wallet.merchant.publishableKey,
        params: { method_id },
        body: { client_secret, payment_method: 'card', payment_method_data: { card: typed() } },
      });
    broken.add('store');
    expect(await complete()).toMatchObject(unavailable);
    broken.clear();
    expect((await complete()).status).toBe(200);
  });

  it.each<Way>(['use', 'store'])(
    'no card is changed without %s while the vault is out of order, and the old one pays',
    async (way) => {
      const { broken, wallet } = await aFragileWallet();
      const { params, token } = await ofSaved(wallet);
      broken.add(way);
      const update = { params, body: { card: { card_exp_year: '2035' } } };
      expect(await wallet.ask('update', update)).toMatchObject(unavailable);
      expect(wallet.cardsInVault()).toEqual([token]);
      expect(await wallet.good('retrieve', { params })).toMatchObject({
        card: { card_token: token, expiry_year: '2031' },
      });
      broken.clear();
      expect((await wallet.ask('update', update)).status).toBe(200);
    },
  );

  it('a card is changed although the old one cannot be taken out, and that is in the log', async () => {
    const { broken, wallet } = await aFragileWallet();
    const { params, token } = await ofSaved(wallet);
    broken.add('remove');
    const body = { card: { card_exp_year: '2035' } };
    const { card } = await wallet.good('update', { params, body });
    expect(wallet.cardsInVault().sort()).toEqual([token, card.card_token].sort());
    expect(wallet.dependencies.logged.join('\n')).toContain('unneeded card not deleted');
  });

  it('a vault that is out of order causes no false report of a deletion', async () => {
    const { broken, wallet } = await aFragileWallet();
    const { params } = await ofSaved(wallet);
    broken.add('remove');
    expect(await wallet.ask('delete', { params })).toMatchObject(unavailable);
    // The card can no longer pay, and a repeated request deletes it.
    expect(await wallet.listed()).toEqual([]);
    expect(wallet.cardsInVault()).toHaveLength(1);
    broken.clear();
    expect((await wallet.ask('delete', { params })).status).toBe(200);
    expect(wallet.cardsInVault()).toEqual([]);
    expect((await wallet.ask('delete', { params })).status).toBe(404);
  });

  it('a card that is saved already is not doubled, whichever part of the vault is down', async () => {
    const { broken, wallet } = await aFragileWallet();
    const { params } = await ofSaved(wallet);
    for (const way of ['describe', 'remove', 'store'] as const) {
      broken.add(way);
      const { status } = await wallet.ask('create', wallet.saving({}, { card_exp_year: '2036' }));
      expect([200, 503]).toContain(status);
      broken.clear();
    }
    expect(await wallet.listed()).toHaveLength(1);
    expect(await wallet.good('retrieve', { params })).toMatchObject({
      card: { expiry_year: '2036' },
    });
  });

  it('a vault that is out of order stops no lists, look-ups and defaults', async () => {
    const { broken, wallet } = await aFragileWallet();
    await ofSaved(wallet);
    const { payment_method_id } = await wallet.saved({}, { card_number: mastercard });
    for (const way of ['store', 'use', 'remove', 'describe'] as const) broken.add(way);
    expect(await wallet.listed()).toHaveLength(2);
    const params = { customer_id: 'cus_1', payment_method_id };
    expect((await wallet.ask('set-default', { params })).status).toBe(200);
  });
});
