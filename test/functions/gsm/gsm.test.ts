import fc from 'fast-check';
import { byCard } from '../../support/switch/payments-in-memory.ts';
import {
  type Ask,
  adminKey,
  aMerchant,
  type SwitchDependencies,
  switchDependencies,
  switchInMemory,
} from '../../support/switch/switch-in-memory.ts';

/** A declined card, and the sandbox processor's error for it. */
const declinedCard = '4000000000000002';

async function aWorld(given: Partial<SwitchDependencies> = {}) {
  const world = switchInMemory([], { ...switchDependencies(), ...given });
  const merchant = await aMerchant(world);
  const { key } = merchant;
  const by = (name: string, body: unknown, as = adminKey) => world.ask(name, { key: as, body });
  const good = async (name: string, request: Ask) => {
    const { status, body } = await world.ask(name, { key, ...request });
    if (status !== 200) throw new Error(`${name}: ${JSON.stringify(body)}`);
    return body;
  };
  const pay = (changes: object = {}) =>
    good('payments.create', {
      body: { amount: 2_599, currency: 'EUR', confirm: true, ...byCard(declinedCard), ...changes },
    });
  return {
    ...world,
    merchant,
    by,
    good,
    pay,
    pass(seconds: number) {
      const { clock, processor } = world.dependencies;
      clock.now = new Date(clock.now.getTime() + seconds * 1_000);
      processor.clock.now = clock.now;
    },
    /** Where the processor's no is met. */
    async place(flow = 'Payment', sub_flow = 'Authorize') {
      const { error_code: code, error_message: message } = await pay();
      return { connector: 'stripe_test', flow, sub_flow, code, message };
    },
  };
}

const place = {
  connector: 'stripe',
  flow: 'Payment',
  sub_flow: 'Authorize',
  code: '51',
  message: 'Insufficient funds',
};
const rule = {
  ...place,
  status: 'Failure',
  decision: 'retry',
  step_up_possible: true,
  clear_pan_possible: false,
};
const nothing = {
  router_error: null,
  unified_code: null,
  unified_message: null,
  error_category: null,
  standardised_code: null,
  description: null,
  user_guidance_message: null,
};
const error = (status: number, code: string, message: string) => ({
  status,
  body: { error: expect.objectContaining({ code, message }) },
});
const missing = error(404, 'IR_37', 'GSM with given key does not exist in our records');

describe('rules about the errors of processors', () => {
  it('an error rule is stored as stated, and the answer has the fields that follow from it', async () => {
    const { by } = await aWorld();
    const retry = {
      decision: 'retry',
      step_up_possible: true,
      clear_pan_possible: false,
      alternate_network_possible: false,
    };
    const whole = { ...rule, ...nothing, feature: 'retry', feature_data: { retry } };
    expect(await by('gsm.create', rule)).toMatchObject({ status: 200, body: whole });
    expect((await by('gsm.retrieve', place)).body).toEqual(whole);
    expect(await by('gsm.create', { ...rule, status: 'Else' })).toMatchObject(
      error(400, 'IR_38', 'GSM with given key already exists in our records'),
    );
    const changes = {
      decision: 'do_default',
      unified_code: 'UE_3000',
      unified_message: 'Customer has to act',
      error_category: 'hard_decline',
      standardised_code: 'insufficient_funds',
      description: 'No money',
      user_guidance_message: 'Try another card',
      router_error: 'RE_1',
    };
    const changed = {
      ...whole,
      ...changes,
      feature_data: { retry: { ...retry, decision: 'do_default' } },
    };
    expect((await by('gsm.update', { ...place, ...changes })).body).toEqual(changed);
    expect((await by('gsm.retrieve', place)).body).toEqual(changed);
    expect((await by('gsm.delete', place)).body).toEqual({
      gsm_rule_delete: true,
      connector: 'stripe',
      flow: 'Payment',
      sub_flow: 'Authorize',
      code: '51',
    });
    for (const name of ['gsm.retrieve', 'gsm.update', 'gsm.delete']) {
      expect(await by(name, place)).toMatchObject(missing);
    }
  });

  it('an error rule has the same retry setting in both of its fields', async () => {
    const { by } = await aWorld();
    const retry = {
      decision: 'retry',
      step_up_possible: true,
      clear_pan_possible: false,
      alternate_network_possible: true,
    };
    await by('gsm.create', { ...rule, feature_data: { retry } });
    const { body } = await by('gsm.update', { ...place, step_up_possible: false });
    expect(body.feature_data).toEqual({ retry: { ...retry, step_up_possible: false } });
  });

  it.each(['connector', 'flow', 'sub_flow', 'code', 'message'] as const)(
    'an error rule is found by its %s too',
    async (part) => {
      const { by } = await aWorld();
      await by('gsm.create', rule);
      const other = { ...place, [part]: part === 'connector' ? 'adyen' : 'another' };
      expect(await by('gsm.retrieve', other)).toMatchObject(missing);
      const without = { ...place, [part]: undefined };
      expect(await by('gsm.retrieve', without)).toMatchObject(
        error(400, 'IR_06', `Json deserialize error: missing field \`${part}\``),
      );
    },
  );

  it('an error rule is limited in length', async () => {
    const { by } = await aWorld();
    for (const [field, longest] of Object.entries({
      flow: 64,
      sub_flow: 64,
      status: 64,
      router_error: 64,
      code: 255,
      message: 1024,
    })) {
      const of = (length: number) => ({
        ...rule,
        code: `of ${field}`,
        [field]: 'x'.repeat(length),
      });
      const fits = await by('gsm.create', of(longest));
      expect(fits.status).toBe(200);
      const answer = await by('gsm.create', of(longest + 1));
      expect(answer.status).toBe(400);
    }
  });

  it('an error rule is changed by one of two simultaneous updates', async () => {
    const { by } = await aWorld();
    await by('gsm.create', rule);
    const answers = await Promise.all(
      ['UE_1000', 'UE_2000'].map((unified_code) => by('gsm.update', { ...place, unified_code })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  it("an error rule's request with any body is answered, and writes nothing when refused", async () => {
    const world = await aWorld();
    const value = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null));
    const body = fc.record(
      Object.fromEntries(
        Object.entries(rule).map(([name, good]) => [name, fc.oneof(fc.constant(good), value)]),
      ),
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(body, fc.constantFrom('gsm.create', 'gsm.update'), async (sent, name) => {
        const before = world.port.items();
        const { status } = await world.by(name, sent);
        expect([200, 400, 404]).toContain(status);
        if (status !== 200) expect(world.port.items()).toEqual(before);
      }),
    );
  });
});

describe('a payment that failed', () => {
  it("a failed payment gets a rule's error name, in its attempts too, and the default without one", async () => {
    const { by, place, pay, good, pass } = await aWorld();
    const usual = await pay();
    expect(usual).toMatchObject({
      status: 'failed',
      unified_code: 'UE_9000',
      unified_message: 'Something went wrong',
    });
    await by('gsm.create', {
      ...rule,
      ...(await place()),
      unified_code: 'UE_1000',
      unified_message: 'Issue with the card',
      standardised_code: 'do_not_honor',
      description: 'The bank said no',
      user_guidance_message: 'Try another card',
    });
    pass(11);
    const called = await pay();
    const words = { unified_code: 'UE_1000', unified_message: 'Issue with the card' };
    expect(called).toMatchObject({
      ...words,
      error_code: usual.error_code,
      error_details: {
        unified_details: {
          category: 'UE_1000',
          message: 'Issue with the card',
          standardised_code: 'do_not_honor',
          description: 'The bank said no',
          user_guidance_message: 'Try another card',
        },
      },
    });
    const shown = (id: string) =>
      good('payments.retrieve', {
        params: { payment_id: id },
        query: { expand_attempts: 'true' },
      });
    const { attempts, ...payment } = await shown(called.payment_id);
    expect(payment).toMatchObject(words);
    expect(attempts[0]).toMatchObject({ unified_code: 'UE_1000' });
    // A payment that failed under the former name keeps it.
    expect(await shown(usual.payment_id)).toMatchObject({ unified_code: 'UE_9000' });
  });

  it('a failed payment keeps the default name when the rule gives none, or is for another error', async () => {
    const { by, place, pay, pass } = await aWorld();
    const there = await place();
    await by('gsm.create', { ...rule, ...there });
    await by('gsm.create', { ...rule, ...there, code: 'X', unified_code: 'UE_1000' });
    await by('gsm.create', { ...rule, ...there, flow: 'Else', unified_code: 'UE_1000' });
    await by('gsm.create', { ...rule, ...there, connector: 'fauxpay', unified_code: 'UE_1000' });
    pass(11);
    expect(await pay()).toMatchObject({ unified_code: 'UE_9000' });
  });

  it('a failed payment uses a new rule after ten seconds at the latest', async () => {
    const { by, place, pay, pass } = await aWorld();
    const there = await place();
    await by('gsm.create', { ...rule, ...there, unified_code: 'UE_1000' });
    expect(await pay()).toMatchObject({ unified_code: 'UE_9000' });
    pass(10);
    expect(await pay()).toMatchObject({ unified_code: 'UE_1000' });
  });

  it('a failed payment fails all the same when the rules cannot be read', async () => {
    const dependencies = switchDependencies();
    const world = await aWorld(dependencies);
    world.services.rules.find = async () => {
      throw new Error('The table is down.');
    };
    expect(await world.pay()).toMatchObject({ status: 'failed', unified_code: 'UE_9000' });
  });

  it('a successful payment reads no error rule', async () => {
    const world = await aWorld();
    let asked = 0;
    world.services.rules.find = async () => {
      asked += 1;
      return undefined;
    };
    expect(await world.pay(byCard())).toMatchObject({ status: 'succeeded', unified_code: null });
    expect(asked).toBe(0);
  });
});

describe('a refund that failed', () => {
  async function refused(world: Awaited<ReturnType<typeof aWorld>>) {
    const { payment_id } = await world.pay(byCard('4000000000009235'));
    return world.good('refunds.create', { body: { payment_id, amount: 500 } });
  }

  it("a failed refund gets a refund rule's error name before a payment rule's", async () => {
    const world = await aWorld();
    const { by, pass } = world;
    const usual = await refused(world);
    expect(usual).toMatchObject({ status: 'failed', unified_code: 'UE_9000' });
    const there = {
      ...place,
      connector: 'stripe_test',
      code: usual.error_code,
      message: usual.error_message,
    };
    await by('gsm.create', { ...rule, ...there, unified_code: 'UE_1000' });
    pass(11);
    expect(await refused(world)).toMatchObject({ unified_code: 'UE_1000' });
    const ofRefunds = { flow: 'refund_flow', sub_flow: 'sub_flow', unified_code: 'UE_2000' };
    await by('gsm.create', { ...rule, ...there, ...ofRefunds });
    pass(11);
    expect(await refused(world)).toMatchObject({ unified_code: 'UE_2000' });
  });
});
