import { aMerchant, switchInMemory } from '../../../../support/switch/switch-in-memory.ts';

const published = {
  type: 'invalid_request',
  error_type: 'invalid_request',
  message: 'Json deserialize error: unknown field `ammount`',
  code: 'IR_06',
};
const help = { param: 'ammount', hint: expect.any(String), request_id: expect.any(String) };

it.each([
  [undefined, { ...published, ...help }],
  ['true', { ...published, ...help }],
  ['FALSE', { ...published, ...help }],
  ['false', published],
])('a refusal with x-error-help %j has these members', async (header, error) => {
  const world = switchInMemory();
  const { key } = await aMerchant(world);
  const { body } = await world.ask('payments.create', {
    key,
    body: { ammount: 100, currency: 'EUR' },
    headers: header === undefined ? {} : { 'x-error-help': header },
  });
  expect(body).toEqual({ error });
});

it('a refusal of an unknown caller has the published members alone, where it is asked so', async () => {
  const { status, body } = await switchInMemory().ask('payments.retrieve', {
    key: 'snd_nobody',
    params: { payment_id: 'pay_1' },
    headers: { 'x-error-help': 'false' },
  });
  expect(status).toBe(401);
  expect(Object.keys(body.error).sort()).toEqual(['code', 'message', 'type']);
});
