import type { Item } from '#platform/table/port.ts';
import { tableOver } from '#platform/table/table.ts';
import { mandateStore } from '#switch/mandates/mandate-store.ts';
import { publishEvents } from '../../../functions/queues/publish-events.ts';
import { adminKey, aMerchant } from '../../support/switch/switch-in-memory.ts';
import {
  acceptance,
  aSwitchWithMandates,
  charging,
  customerId,
  multiUse,
  singleUse,
} from './a-consent.ts';

describe('a mandate', () => {
  it("a mandate is shown with its card and the customer's acceptance", async () => {
    const world = await aSwitchWithMandates();
    const id = await world.consented(multiUse(5_000));
    const mandate = await world.mandate(id);
    expect(mandate).toEqual({
      mandate_id: id,
      status: 'active',
      payment_method_id: expect.stringMatching(/^pm_\w{20}$/),
      payment_method: 'card',
      payment_method_type: 'credit',
      card: {
        last4_digits: '4242',
        card_exp_month: '12',
        card_exp_year: '2039',
        card_holder_name: 'Joseph Doe',
        card_token: expect.any(String),
        scheme: 'Visa',
        issuer_country: 'UNITEDSTATESOFAMERICA',
        card_fingerprint: expect.any(String),
        card_isin: '424242',
        card_issuer: null,
        card_network: 'Visa',
        card_type: 'CREDIT',
        nick_name: null,
      },
      customer_acceptance: acceptance,
    });
  });

  it('a mandate was agreed to offline when no IP address is given, and now when no time is', async () => {
    const world = await aSwitchWithMandates();
    const mandate_data = {
      customer_acceptance: { acceptance_type: 'offline' },
      mandate_type: { multi_use: null },
    };
    const id = await world.consented({}, { mandate_data });
    const { customer_acceptance } = await world.mandate(id);
    expect(customer_acceptance).toEqual({
      acceptance_type: 'offline',
      accepted_at: world.dependencies.clock.now.toISOString(),
      online: null,
    });
  });

  it('a mandate of another merchant answers 404, like an unknown one', async () => {
    const world = await aSwitchWithMandates();
    const id = await world.consented(multiUse(5_000));
    const stranger = await aMerchant(world, 'another_shop');
    for (const [key, mandate_id] of [
      [stranger.key, id],
      [world.merchant.key, 'man_00000000000000000000'],
    ]) {
      for (const name of ['mandates.retrieve', 'mandates.revoke']) {
        const answer = await world.ask(name, { key, params: { mandate_id: mandate_id ?? '' } });
        expect(answer).toMatchObject({
          status: 404,
          body: { error: { code: 'HE_02', message: 'Mandate does not exist in our records' } },
        });
      }
    }
  });
});

describe("a customer's mandates", () => {
  it("a customer's mandates are listed newest first, revoked ones too", async () => {
    const world = await aSwitchWithMandates();
    const ids: string[] = [];
    for (const type of [multiUse(5_000), singleUse(900), { multi_use: null }]) {
      world.dependencies.clock.now = new Date(world.dependencies.clock.now.getTime() + 1_000);
      ids.unshift(await world.consented(type));
    }
    await world.paid(charging(ids[1] ?? '', 900));
    const listed = await world.answered('mandates.list-of-customer', {
      params: { customer_id: customerId },
    });
    expect(
      listed.map(({ mandate_id, status }: Record<string, string>) => [mandate_id, status]),
    ).toEqual([
      [ids[0], 'active'],
      [ids[1], 'revoked'],
      [ids[2], 'active'],
    ]);
  });

  it('a list of the mandates of a customer without any answers 404', async () => {
    const world = await aSwitchWithMandates();
    const params = { customer_id: 'customer_without_mandates' };
    const answer = await world.ask('mandates.list-of-customer', {
      key: world.merchant.key,
      params,
    });
    expect(answer).toMatchObject({ status: 404, body: { error: { code: 'HE_02' } } });
  });

  it("a customer's active mandate prevents the customer's deletion", async () => {
    const world = await aSwitchWithMandates();
    const id = await world.consented(multiUse(5_000));
    const remove = () =>
      world.ask('customers.delete', {
        key: world.merchant.key,
        params: { customer_id: customerId },
      });
    expect(await remove()).toMatchObject({ status: 400, body: { error: { code: 'IR_10' } } });
    await world.revoke(id);
    expect((await remove()).status).toBe(200);
  });
});

describe('revoking a mandate', () => {
  it('revoking a mandate has the processor delete its mandate, and nothing is charged any more', async () => {
    const world = await aSwitchWithMandates();
    const id = await world.consented(multiUse(5_000));
    expect(await world.revoke(id)).toMatchObject({
      status: 200,
      body: { mandate_id: id, status: 'revoked', error_code: null, error_message: null },
    });
    expect(await world.mandate(id)).toMatchObject({ status: 'revoked' });
    expect(await world.pay(charging(id, 100))).toMatchObject({
      status: 400,
      body: { error: { code: 'IR_16', message: 'mandate is not active' } },
    });
    expect(await world.revoke(id)).toMatchObject({
      status: 400,
      body: {
        error: {
          code: 'HE_03',
          message: 'Mandate Validation Failed',
          reason: 'Mandate has already been revoked',
        },
      },
    });
  });

  it('revoking a mandate leaves the payment method usable for a present customer, and for no charge without them', async () => {
    const world = await aSwitchWithMandates();
    const id = await world.consented(multiUse(5_000));
    const { payment_method_id } = await world.mandate(id);
    await world.revoke(id);
    const recurring_details = { type: 'payment_method_id', data: payment_method_id };
    expect(await world.pay(charging(id, 100, { recurring_details }))).toMatchObject({
      status: 400,
      body: { error: { code: 'IR_39' } },
    });
    const { customer_payment_methods } = await world.answered('payment-methods.list', {
      params: { customer_id: customerId },
    });
    const [{ payment_token }] = customer_payment_methods;
    const present = { amount: 100, currency: 'EUR', confirm: true, customer_id: customerId };
    expect(await world.paid({ ...present, payment_method: 'card', payment_token })).toMatchObject({
      status: 'succeeded',
      payment_method_id,
    });
  });

  it("revoking a mandate fails with the processor's error, and changes nothing, when the processor refuses", async () => {
    const world = await aSwitchWithMandates();
    const id = await world.consented(multiUse(5_000));
    world.dependencies.send = async () => ({
      kind: 'answered',
      response: {
        status: 403,
        headers: {},
        body: JSON.stringify({ error: { code: 'NO', message: 'Not you' } }),
      },
    });
    expect(await world.revoke(id)).toMatchObject({
      status: 403,
      body: { error: { type: 'connector', code: 'CE_00', message: 'NO: Not you' } },
    });
    expect(await world.mandate(id)).toMatchObject({ status: 'active' });
  });

  it('revoking a mandate can be requested again when the outcome at the processor is unknown', async () => {
    const world = await aSwitchWithMandates();
    const id = await world.consented(multiUse(5_000));
    const { send } = world.dependencies;
    world.dependencies.send = async (request, options) => {
      await send(request, options);
      return { kind: 'unknown', reason: 'timeout' };
    };
    expect(await world.revoke(id)).toMatchObject({
      status: 500,
      body: {
        error: { code: 'CE_00', message: 'TIMEOUT: Connector did not respond in specified time' },
      },
    });
    expect(await world.mandate(id)).toMatchObject({ status: 'active' });
    world.dependencies.send = send;
    expect(await world.revoke(id)).toMatchObject({ status: 200 });
  });

  it('revoking a mandate asks no processor when its connector account is gone', async () => {
    const world = await aSwitchWithMandates();
    const id = await world.consented(multiUse(5_000));
    const { connectorAccountId } = await mandateStore(tableOver(world.port)).get(
      world.merchant.id,
      id,
    );
    await world.answered('connector-accounts.delete', {
      key: adminKey,
      params: { account_id: world.merchant.id, merchant_connector_id: connectorAccountId },
    });
    world.dependencies.clock.now = new Date(world.dependencies.clock.now.getTime() + 60_000);
    expect(await world.revoke(id)).toMatchObject({ status: 200, body: { status: 'revoked' } });
  });

  it('revoking one mandate twice at once revokes it once', async () => {
    const world = await aSwitchWithMandates();
    const id = await world.consented(multiUse(5_000));
    const answers = await Promise.all([world.revoke(id), world.revoke(id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });
});

describe('webhooks about mandates', () => {
  it('a mandate sends one webhook when it is created and one when it is revoked, each with its state then', async () => {
    const world = await aSwitchWithMandates();
    await world.answered('profiles.update', {
      params: { account_id: world.merchant.id, profile_id: world.merchant.profileId },
      body: { webhook_details: { webhook_url: 'https://shop.example/hooks' } },
    });
    world.dependencies.clock.now = new Date(world.dependencies.clock.now.getTime() + 60_000);
    const id = await world.consented(multiUse(5_000));
    const image = () => world.port.items().find(({ sk }) => sk === 'MANDATE');
    const made = image();
    await world.paid(charging(id, 100));
    const charged = image();
    await world.revoke(id);
    const over = image();
    const told = async (before: Item | undefined, after: Item | undefined) =>
      (await publishEvents(world.services)({ before, after })).map(({ body }) =>
        JSON.parse(body ?? '{}'),
      );
    const [first, ...more] = await told(undefined, made);
    expect(more).toEqual([]);
    expect(first).toMatchObject({
      merchant_id: world.merchant.id,
      event_type: 'mandate_active',
      content: { type: 'mandate_details', object: { mandate_id: id, status: 'active' } },
    });
    expect(first.content.object).toEqual({ ...(await world.mandate(id)), status: 'active' });
    expect(await told(made, charged)).toEqual([]);
    const [last] = await told(charged, over);
    expect(last).toMatchObject({
      event_type: 'mandate_revoked',
      content: { type: 'mandate_details', object: { mandate_id: id, status: 'revoked' } },
    });
    // Published twice, it is stored once.
    expect(await told(charged, over)).toMatchObject([{ event_id: last.event_id }]);
    expect(first.event_id).not.toBe(last.event_id);
  });

  it('a single-use mandate sends a webhook when its use has ended it', async () => {
    const world = await aSwitchWithMandates();
    const id = await world.consented(singleUse(5_000));
    await world.paid(charging(id, 100));
    const { transitions } = await mandateStore(tableOver(world.port)).get(world.merchant.id, id);
    expect(transitions.map(({ type }) => type)).toEqual(['mandate_active', 'mandate_revoked']);
  });
});
