import type { Mandate } from '#switch/mandates/mandate.ts';
import { putMandate } from '#switch/mandates/mandate-store.ts';
import { byCard } from '../../support/switch/payments-in-memory.ts';
import { aPaymentRequest } from '../../support/switch/switch-in-memory.ts';
import { aWallet, mastercard, told, type Wallet } from '../payment-methods/a-wallet.ts';

const deleted = (wallet: Wallet, customer_id = 'cus_1') =>
  wallet.ask('customers.delete', { params: { customer_id } });

const redacted = [400, 'IR_11', 'Customer has already been redacted'];
const notFound = [404, 'HE_02', 'Customer does not exist in our records'];

const everything = {
  customer_id: 'cus_whole',
  name: 'Joseph Doe',
  email: 'joseph@example.com',
  phone: '5550100',
  phone_country_code: '+1',
  description: 'Comes on Mondays',
  tax_registration_id: 'TX 1',
  address: {
    line1: '1 Main Street',
    city: 'Springfield',
    zip: '01101',
    country: 'US',
    first_name: 'Joseph',
  },
  metadata: { segment: 'b2c' },
  document_details: { document_type: 'other', document_number: 'D1' },
};

describe('a deleted customer', () => {
  it('a deleted customer loses all personal data, and keeps the fields for the merchant’s accounting', async () => {
    const wallet = await aWallet();
    const before = await wallet.good('customers.create', { body: everything });
    wallet.pass(60);
    expect(await deleted(wallet, 'cus_whole')).toMatchObject({
      status: 200,
      body: {
        customer_id: 'cus_whole',
        customer_deleted: true,
        address_deleted: true,
        payment_methods_deleted: true,
      },
    });
    expect(await wallet.shownCustomer('cus_whole')).toEqual({
      ...before,
      name: 'Redacted',
      email: 'Redacted',
      phone: 'Redacted',
      phone_country_code: 'Redacted',
      description: 'Redacted',
      tax_registration_id: 'Redacted',
      address: {
        ...Object.fromEntries(
          ['line1', 'line2', 'line3', 'city', 'zip', 'state', 'first_name', 'last_name'].map(
            (member) => [member, 'Redacted'],
          ),
        ),
        origin_zip: 'Redacted',
        country: 'US',
      },
    });
    const kept = JSON.stringify(wallet.port.items());
    for (const personal of ['Joseph', 'joseph@', '5550100', 'Mondays', 'Main Street', 'TX 1']) {
      expect(kept).not.toContain(personal);
    }
  });

  it("a deleted customer's saved cards are all deleted, in the vault too", async () => {
    const wallet = await aWallet();
    await wallet.customer('cus_2');
    const mine = [await wallet.saved(), await wallet.saved({}, { card_number: mastercard })];
    const others = await wallet.saved({ customer_id: 'cus_2' });
    expect(wallet.cardsInVault()).toHaveLength(3);

    expect(await deleted(wallet)).toMatchObject({ status: 200 });
    expect(wallet.cardsInVault()).toEqual([others.card.card_token]);
    for (const { payment_method_id: method_id } of mine) {
      expect(await wallet.ask('retrieve', { params: { method_id } })).toMatchObject({
        status: 404,
      });
    }
    expect(await wallet.listed('cus_2')).toHaveLength(1);
    expect(await wallet.shownCustomer()).toMatchObject({ default_payment_method_id: null });
  });

  it("a deleted customer's unused card is deleted too", async () => {
    const wallet = await aWallet();
    const body = {
      ...aPaymentRequest({
        confirm: true,
        customer_id: 'cus_1',
        setup_future_usage: 'off_session',
      }),
      ...byCard('4000000000000002'),
      customer_acceptance: { acceptance_type: 'offline' },
    };
    const { status, payment_method_status } = await wallet.good('payments.create', { body });
    expect({ status, payment_method_status }).toEqual({
      status: 'failed',
      payment_method_status: 'inactive',
    });
    expect(wallet.cardsInVault()).toHaveLength(1);
    await deleted(wallet);
    expect(wallet.cardsInVault()).toEqual([]);
  });

  it('a deleted customer cannot be deleted, changed, created or saved for again', async () => {
    const wallet = await aWallet();
    await deleted(wallet);
    expect(told(await deleted(wallet))).toEqual(redacted);
    const params = { customer_id: 'cus_1' };
    const update = await wallet.ask('customers.update', { params, body: { name: 'New' } });
    expect(told(update)).toEqual(redacted);
    const again = await wallet.ask('customers.create', { body: { customer_id: 'cus_1' } });
    expect(told(again)).toEqual(redacted);
    expect(told(await wallet.ask('create', wallet.saving()))).toEqual(redacted);
    const paying = aPaymentRequest({ customer_id: 'cus_1', confirm: true, ...byCard() });
    expect(told(await wallet.ask('payments.create', { body: paying }))).toEqual(notFound);
  });

  it('a deleted customer is still named by its payments', async () => {
    const wallet = await aWallet();
    const body = aPaymentRequest({ customer_id: 'cus_1', confirm: true, ...byCard() });
    const { payment_id } = await wallet.good('payments.create', { body });
    await deleted(wallet);
    expect(await wallet.good('payments.retrieve', { params: { payment_id } })).toMatchObject({
      customer_id: 'cus_1',
      status: 'succeeded',
    });
  });
});

describe('the deletion of a customer', () => {
  it('the deletion of a customer is refused when the customer does not exist', async () => {
    expect(told(await deleted(await aWallet(), 'nobody'))).toEqual(notFound);
  });

  it('the deletion of a customer is refused with an active mandate, and cards and name stay', async () => {
    const wallet = await aWallet();
    await wallet.saved();
    const { refused } = await wallet.services.table.transact(putMandate(aMandate('active')));
    expect(refused).toEqual([]);
    const before = wallet.port.items();
    expect(told(await deleted(wallet))).toEqual([
      400,
      'IR_10',
      'Customer has active mandate/subsciption',
    ]);
    expect(wallet.port.items()).toEqual(before);
    expect(wallet.cardsInVault()).toHaveLength(1);
  });
});

it('the deletion of a customer succeeds when its mandates were revoked', async () => {
  const wallet = await aWallet();
  await wallet.services.table.transact(putMandate(aMandate('revoked')));
  expect(await deleted(wallet)).toMatchObject({ status: 200 });
});

function aMandate(status: Mandate['status']): Mandate {
  const at = '2030-01-31T10:00:00.000Z';
  return {
    merchantId: 'shop_east',
    id: 'man_1',
    customerId: 'cus_1',
    profileId: 'pro_1',
    status,
    kind: 'multi_use',
    currency: 'EUR',
    method: 'card',
    acceptedAt: at,
    connectorName: 'stripe_test',
    connectorAccountId: 'mca_1',
    paymentId: 'pay_1',
    usedMinor: 0,
    transitions: [],
    createdAt: at,
    modifiedAt: at,
    version: 1,
  };
}

describe('a deletion that was broken off', () => {
  it('an interrupted deletion continues when it is requested again, and answers 200 when it had finished', async () => {
    const wallet = await aWallet();
    await wallet.saved();
    const { vault } = wallet.dependencies;
    const remove = vault.cards.remove;
    Object.assign(vault.cards, {
      remove: async () => {
        throw new Error('The function died.');
      },
    });
    expect(await deleted(wallet)).toMatchObject({ status: 500 });
    Object.assign(vault.cards, { remove });
    expect(await wallet.shownCustomer()).toMatchObject({ email: 'payer@example.com' });
    expect(await deleted(wallet)).toMatchObject({ status: 200 });
  });

  it('an interrupted deletion leaves nothing behind that was saved while it ran', async () => {
    const wallet = await aWallet();
    const { customers } = wallet.services;
    const save = customers.save;
    let saved: unknown;
    Object.assign(customers, {
      save: async (...given: Parameters<typeof save>) => {
        saved ??= await wallet.saved();
        return save(...given);
      },
    });
    expect(await deleted(wallet)).toMatchObject({ status: 200 });
    expect(saved).toBeDefined();
    expect(wallet.cardsInVault()).toEqual([]);
  });
});
