import {
  aMerchant,
  adminKey as key,
  switchInMemory,
} from '../../support/switch/switch-in-memory.ts';

const params = { account_id: 'merchant_example' };

describe("an account's own rate of requests", () => {
  it('an operator states the rate of an account, reads it again, and an update that omits it keeps it', async () => {
    const world = switchInMemory();
    await aMerchant(world);
    const update = (members: object) =>
      world.ask('accounts.update', {
        key,
        params,
        body: { merchant_id: 'merchant_example', ...members },
      });
    const { body: before } = await world.ask('accounts.retrieve', { key, params });
    expect(before).not.toHaveProperty('requests_per_second');
    expect(await update({ requests_per_second: 250 })).toMatchObject({
      status: 200,
      body: { requests_per_second: 250 },
    });
    await update({ merchant_name: 'Example Retail' });
    expect(await world.ask('accounts.retrieve', { key, params })).toMatchObject({
      body: { requests_per_second: 250, merchant_name: 'Example Retail' },
    });
  });

  it.each([0, 100_001, 1.5])('an account cannot state %d requests a second', async (rate) => {
    const world = switchInMemory();
    await aMerchant(world);
    const body = { merchant_id: 'merchant_example', requests_per_second: rate };
    expect(await world.ask('accounts.update', { key, params, body })).toMatchObject({
      status: 400,
      body: { error: { code: 'IR_06' } },
    });
  });
});
