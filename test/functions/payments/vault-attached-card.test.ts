import { VaultError } from '#vault/vault-error.ts';
import {
  byCard,
  card,
  merchantId,
  paymentsInMemory,
} from '../../support/switch/payments-in-memory.ts';
import {
  anotherCard,
  auditedActions,
  cardsIn,
  leftIn,
  noDigitsIn,
  shownTo,
} from './vault-witnesses.ts';

const sale = { amount: 2_599, currency: 'EUR' } as const;

async function begun(faults: Parameters<typeof paymentsInMemory>[0] = {}, more: object = {}) {
  const shown = shownTo();
  const shop = await paymentsInMemory({
    ...faults,
    send: (send) => shown.by(faults.send?.(send) ?? send),
  });
  const payment = await shop.paid({ confirm: false, ...more });
  return { shop, payment, shown: shown.cards };
}

describe('a card in a create that does not confirm', () => {
  it('a card in an unconfirmed create is stored in the vault, and the payment keeps its token and display fields', async () => {
    const { shop, payment } = await begun();
    expect(await shop.retrieve(payment)).toMatchObject({
      status: 'requires_confirmation',
      payment_method: 'card',
      card_discovery: 'manual',
      payment_method_id: null,
      payment_method_data: {
        card: { last4: '4242', card_isin: '424242', card_network: 'Visa', card_exp_year: '2039' },
      },
    });
    const [stored, ...others] = cardsIn(shop.vault);
    expect(others).toEqual([]);
    const { attachedCard } = await shop.services.payments.get(merchantId, payment);
    expect(attachedCard).toEqual({ token: stored?.token });
    expect(stored).toMatchObject({ tenant: merchantId, maskedNumber: '424242******4242' });
    expect(shop.asked).toEqual([]);
    noDigitsIn(shop);
  });

  it('an attached card is in the vault for the session and a day, and its cvc for the session', async () => {
    const { shop } = await begun({}, { session_expiry: 600 });
    const now = shop.clock.now.getTime();
    expect(cardsIn(shop.vault)).toMatchObject([
      { retainUntil: new Date(now + (600 + 86_400) * 1_000).toISOString() },
    ]);
    const code = shop.vault.ports.codes.items().find(({ sk }) => sk === 'CODE');
    expect(code).toMatchObject({ expiresAtMs: now + 600_000 });
  });

  it.each([
    [60, 60],
    [7_890_000, 86_400],
  ])(
    'an attached card has its cvc in the vault for a day at most: a session of %i s, %i s',
    async (session_expiry, seconds) => {
      const { shop } = await begun({}, { session_expiry });
      const code = shop.vault.ports.codes.items().find(({ sk }) => sk === 'CODE');
      expect(code).toMatchObject({ expiresAtMs: shop.clock.now.getTime() + seconds * 1_000 });
    },
  );

  it('an attached card pays when the confirm has no card, and is then deleted', async () => {
    const { shop, payment, shown } = await begun({}, byHolder('ANA LIMA'));
    expect(await shop.confirm(payment)).toMatchObject({
      status: 'succeeded',
      amount_received: 2_599,
      card_discovery: 'manual',
      payment_method_data: { card: { last4: '4242', card_holder_name: 'ANA LIMA' } },
    });
    expect(shown).toEqual([
      {
        number: '4242424242424242',
        expiry_month: '12',
        expiry_year: '2039',
        holder_name: 'ANA LIMA',
        cvc: '314',
      },
    ]);
    expect(leftIn(shop.vault)).toEqual([]);
    expect(auditedActions(shop.vault)).toEqual([
      ...['card.deleted', 'card.stored', 'card.used', 'cvc.stored', 'cvc.taken'],
    ]);
    noDigitsIn(shop);
  });

  it('an attached card pays with the cvc of the confirm, and the attached cvc is deleted', async () => {
    const { shop, payment, shown } = await begun();
    const card_token = { card_cvc: '9876', card_holder_name: 'ANA LIMA' };
    const body = { payment_method: 'card', payment_method_data: { card_token } };
    expect(await shop.confirm(payment, body)).toMatchObject({
      status: 'succeeded',
      payment_method_data: { card: { last4: '4242', card_holder_name: 'ANA LIMA' } },
    });
    expect(shown).toMatchObject([{ cvc: '9876' }]);
    expect(leftIn(shop.vault)).toEqual([]);
  });

  it('an attached card pays without its code once that has expired', async () => {
    const { shop, payment, shown } = await begun({}, { session_expiry: 60 });
    shop.passes(61);
    expect(await shop.confirm(payment)).toMatchObject({ status: 'succeeded' });
    expect(shown).toEqual([
      { number: '4242424242424242', expiry_month: '12', expiry_year: '2039' },
    ]);
  });

  it('an attached card is replaced by a card in the confirm', async () => {
    const { shop, payment, shown } = await begun();
    await shop.confirm(payment, byCard(anotherCard));
    expect(shown).toMatchObject([{ number: anotherCard, cvc: '314' }]);
    expect(leftIn(shop.vault)).toEqual([]);
  });

  it('an attached card is replaced by a card in an update that confirms', async () => {
    const { shop, payment, shown } = await begun();
    await shop.update(payment, { ...byCard(anotherCard), confirm: true });
    expect(shown).toMatchObject([{ number: anotherCard }]);
    expect(leftIn(shop.vault)).toEqual([]);
  });

  it.each([
    ['stays', {}, 'Berlin'],
    [
      'is said anew',
      { payment_method_data: { billing: { address: { city: 'Lisbon' } } } },
      'Lisbon',
    ],
  ])('an attached card has a billing address, which %s in the confirm', async (_, body, city) => {
    const payment_method_data = { card: card(), billing: { address: { city: 'Berlin' } } };
    const { shop, payment } = await begun({}, { payment_method_data });
    expect(await shop.confirm(payment, body)).toMatchObject({
      status: 'succeeded',
      payment_method_data: { card: { last4: '4242' }, billing: { address: { city } } },
    });
  });

  it('an attached card is replaced by a card in an update', async () => {
    const { shop, payment, shown } = await begun();
    expect(await shop.update(payment, byCard(anotherCard))).toMatchObject({
      status: 'requires_confirmation',
      payment_method_data: { card: { last4: '4444' } },
    });
    expect(cardsIn(shop.vault)).toMatchObject([{ maskedNumber: '555555******4444' }]);
    await shop.confirm(payment);
    expect(shown).toMatchObject([{ number: anotherCard }]);
  });

  it('an update without payment method data removes the attached card', async () => {
    const { shop, payment } = await begun();
    expect(await shop.update(payment, { amount: 100 })).toMatchObject({
      status: 'requires_payment_method',
      payment_method_data: null,
    });
    expect(leftIn(shop.vault)).toEqual([]);
    await expect(shop.confirm(payment)).rejects.toMatchObject({ kind: 'invalid_request' });
  });

  it('an attached card pays an update that confirms', async () => {
    const { shop, payment, shown } = await begun();
    expect(await shop.update(payment, { amount: 100, confirm: true })).toMatchObject({
      status: 'succeeded',
      amount_received: 100,
    });
    expect(shown).toMatchObject([{ number: '4242424242424242', cvc: '314' }]);
    expect(leftIn(shop.vault)).toEqual([]);
  });

  it('an attached card is added by an update, too', async () => {
    const shop = await paymentsInMemory();
    const { payment_id } = await created(shop);
    expect(await shop.update(payment_id, byCard())).toMatchObject({
      status: 'requires_confirmation',
    });
    expect(await shop.confirm(payment_id)).toMatchObject({ status: 'succeeded' });
    expect(leftIn(shop.vault)).toEqual([]);
  });

  it('an attached card is deleted when the payment is cancelled', async () => {
    const { shop, payment } = await begun();
    expect(await shop.cancel(payment)).toMatchObject({ status: 'cancelled' });
    expect(leftIn(shop.vault)).toEqual([]);
    const { attachedCard } = await shop.services.payments.get(merchantId, payment);
    expect(attachedCard).toBeUndefined();
  });

  it('an attached card is deleted when it was declined: a retry needs a card again', async () => {
    const { shop, payment, shown } = await begun(
      { profile: { is_manual_retry_enabled: true } },
      byCard('4000000000000002'),
    );
    expect(await shop.confirm(payment)).toMatchObject({ status: 'failed' });
    expect(leftIn(shop.vault)).toEqual([]);
    await expect(shop.confirm(payment)).rejects.toMatchObject({ kind: 'invalid_request' });
    expect(await shop.confirm(payment, byCard())).toMatchObject({ status: 'succeeded' });
    expect(shown).toHaveLength(2);
  });

  it('an attached card is not stored for a used payment_id', async () => {
    const { shop } = await begun({}, { payment_id: 'pay_1' });
    const again = shop.paid({ confirm: false, payment_id: 'pay_1', ...byCard(anotherCard) });
    await expect(again).rejects.toMatchObject({ kind: 'payment_exists' });
    expect(cardsIn(shop.vault)).toMatchObject([{ maskedNumber: '424242******4242' }]);
  });

  it('an attached card is not stored for an update that lost the race', async () => {
    const { shop, payment } = await begun();
    const both = await Promise.allSettled(
      [anotherCard, '378282246310005'].map((number) => shop.update(payment, byCard(number))),
    );
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const { attachedCard } = await shop.services.payments.get(merchantId, payment);
    expect(cardsIn(shop.vault)).toMatchObject([{ token: attachedCard?.token }]);
  });

  it('an attached card that the vault has lost is requested again', async () => {
    const { shop, payment } = await begun();
    const { attachedCard } = await shop.services.payments.get(merchantId, payment);
    const about = { actor: { kind: 'job', id: 'sweeper' }, reason: 'too old' } as const;
    const where = { origin: 'job', requestId: 'req_1', now: shop.clock.now };
    const token = attachedCard?.token ?? '';
    await shop.vault.cards.remove({ tenant: merchantId, token, ...about, ...where });
    await expect(shop.confirm(payment)).rejects.toMatchObject({
      kind: 'missing_param',
      details: { field: 'payment_method_data' },
    });
    expect(await shop.confirm(payment, byCard())).toMatchObject({ status: 'succeeded' });
  });

  it.each([2, 20])(
    'an attached card pays once when %i confirms race, and its code is used once',
    async (callers) => {
      for (let round = 0; round < 20; round++) {
        const { shop, payment, shown } = await begun();
        const all = await Promise.allSettled(
          Array.from({ length: callers }, () => shop.confirm(payment)),
        );
        expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
        for (const one of all) {
          if (one.status === 'rejected')
            expect(one.reason).toMatchObject({ kind: 'concurrent_update' });
        }
        expect(shown).toMatchObject([{ number: '4242424242424242', cvc: '314' }]);
        expect(auditedActions(shop.vault).filter((type) => type === 'cvc.taken')).toHaveLength(1);
        expect(leftIn(shop.vault)).toEqual([]);
      }
    },
  );

  it('an attached card is a conflict for the loser once the winner has deleted it', async () => {
    const later: (() => void)[] = [];
    let isFirst = true;
    const { shop, payment } = await begun({
      cards: ({ cards }) => ({
        ...cards,
        async use(request) {
          if (!isFirst) return cards.use(request);
          isFirst = false;
          await new Promise<void>((resolve) => later.push(resolve));
          return cards.use(request);
        },
      }),
    });
    const slow = shop.confirm(payment);
    expect(await shop.confirm(payment)).toMatchObject({ status: 'succeeded' });
    for (const go of later) go();
    await expect(slow).rejects.toMatchObject({ kind: 'concurrent_update' });
    expect(shop.charges().size).toBe(1);
  });

  it('an attached card is sent whole to the next connector when the first was certainly not reached', async () => {
    const { shop, payment, shown } = await begun({
      connectors: ['stripe_test', 'fauxpay'],
      send: (send) => {
        let calls = 0;
        return async (request, options) =>
          // A connection that cannot be made is tried twice.
          ++calls <= 2 ? { kind: 'not_sent', reason: 'no connection' } : send(request, options);
      },
    });
    expect(await shop.confirm(payment)).toMatchObject({ status: 'succeeded', attempt_count: 2 });
    expect(shown.at(-1)).toMatchObject({ number: '4242424242424242', cvc: '314' });
    expect(shop.charges().size).toBe(1);
  });
});

describe('a vault that cannot be used', () => {
  const down = () => Promise.reject(new VaultError('service_unavailable'));

  it('a vault that cannot be used stops every create that attaches a card', async () => {
    const shop = await paymentsInMemory({ cards: ({ cards }) => ({ ...cards, store: down }) });
    const before = shop.memory.items().length;
    await expect(shop.paid({ confirm: false })).rejects.toMatchObject({
      kind: 'temporarily_unavailable',
    });
    expect(shop.memory.items()).toHaveLength(before);
  });

  it('a vault that cannot be used leaves the payment unchanged, and it is paid once the vault is back', async () => {
    let isDown = true;
    const { shop, payment } = await begun({
      cards: ({ cards }) => ({
        ...cards,
        use: (request) => (isDown ? down() : cards.use(request)),
      }),
    });
    const before = JSON.stringify(shop.memory.items());
    await expect(shop.confirm(payment)).rejects.toMatchObject({ kind: 'temporarily_unavailable' });
    expect(JSON.stringify(shop.memory.items())).toBe(before);
    expect(shop.asked).toEqual([]);
    isDown = false;
    expect(await shop.confirm(payment)).toMatchObject({ status: 'succeeded' });
  });

  it('a vault whose key is denied for a minute pays a minute later', async () => {
    const { shop, payment } = await begun();
    shop.vault.provider.denied = true;
    const again = shop.vault.another();
    const services = { vault: again.cards, codes: again.codes };
    Object.assign(shop.services, services);
    const before = JSON.stringify(shop.memory.items());
    await expect(shop.confirm(payment)).rejects.toMatchObject({ kind: 'temporarily_unavailable' });
    expect(JSON.stringify(shop.memory.items())).toBe(before);
    shop.vault.provider.denied = false;
    expect(await shop.confirm(payment)).toMatchObject({ status: 'succeeded' });
  });

  it('a vault that does not return a required cvc fails the payment, and no connector is asked', async () => {
    const { shop, payment } = await begun({ codes: () => ({ take: down }) });
    expect(await shop.confirm(payment)).toMatchObject({
      status: 'failed',
      error_message: 'Card could not be read',
    });
    expect(shop.asked).toEqual([]);
    expect(leftIn(shop.vault)).toEqual([]);
  });

  it('a vault that does not return an optional cvc does not stop the payment', async () => {
    const { shop, payment, shown } = await begun({ codes: () => ({ take: down }) });
    expect(await shop.confirm(payment, { card_cvc: '737' })).toMatchObject({ status: 'succeeded' });
    expect(shown).toMatchObject([{ cvc: '737' }]);
    expect(leftIn(shop.vault)).toEqual([]);
  });

  it('a vault that cannot delete a card does not stop the payment', async () => {
    const { shop, payment } = await begun({
      cards: ({ cards }) => ({ ...cards, remove: () => Promise.reject(new Error('4242')) }),
    });
    expect(await shop.confirm(payment)).toMatchObject({ status: 'succeeded' });
    expect(cardsIn(shop.vault)).toHaveLength(1);
  });
});

describe('a card that is in the request', () => {
  it('a card in a confirming request is not stored in the vault', async () => {
    const never = () => {
      throw new Error('The vault was used.');
    };
    const shop = await paymentsInMemory({
      cards: () => ({
        store: never,
        describe: never,
        use: never,
        remove: never,
        fingerprints: never,
      }),
      codes: () => ({ take: never }),
    });
    const payment = await shop.paid();
    expect(await shop.retrieve(payment)).toMatchObject({ status: 'succeeded' });
    const { payment_id } = await created(shop);
    expect(await shop.confirm(payment_id, byCard())).toMatchObject({ status: 'succeeded' });
  });
});

async function created(shop: Awaited<ReturnType<typeof paymentsInMemory>>) {
  const response = await shop.create({ ...sale });
  if (!('payment_id' in response)) throw new Error('A payment was to be made.');
  return response;
}

const byHolder = (card_holder_name: string) => ({
  payment_method: 'card',
  payment_method_data: { card: { ...card(), card_holder_name } },
});
