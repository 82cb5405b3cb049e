import { switchDependencies, switchInMemory } from '../../support/switch/switch-in-memory.ts';

const event = {
  log_type: 'ERROR',
  value: 'card 4242424242424242',
};

function aSwitch() {
  const dependencies = switchDependencies();
  const world = switchInMemory([], dependencies);
  return {
    logged: dependencies.logged,
    ask: (request: object) => world.ask('logs.accept', request),
  };
}

it.each([
  ['text, as a beacon sends it', 'text/plain;charset=UTF-8', JSON.stringify([event])],
  ['JSON', 'application/json', JSON.stringify([event])],
  ['JSON that is broken', 'application/json', '[{"value":'],
  ['JSON with a repeated member', 'application/json', '{"a":1,"a":2}'],
  ['a form', 'application/x-www-form-urlencoded', 'value=4242424242424242'],
  ['no content', 'text/plain', ''],
])(
  'a log of a page in %s is accepted without a key, and nothing of it is logged',
  async (_, type, text) => {
    const { ask, logged } = aSwitch();
    const {
      status,
      headers,
      text: answer,
    } = await ask({ headers: { 'content-type': type }, text });
    expect({ status, answer }).toEqual({ status: 200, answer: 'accepted' });
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(logged).toHaveLength(1);
    expect(logged.join()).not.toMatch(/4242424242424242|log_type/);
  },
);

it('a log in bytes that are no text is accepted', async () => {
  const { status } = await aSwitch().ask({ bytes: new Uint8Array([0xff, 0xfe, 0, 0x80]) });
  expect(status).toBe(200);
});

it('a log of 256 KiB is accepted, and a longer one is refused', async () => {
  const { ask } = aSwitch();
  const headers = { 'content-type': 'text/plain' };
  expect((await ask({ headers, text: 'x'.repeat(262_144) })).status).toBe(200);
  const refused = await ask({ headers, text: 'x'.repeat(262_145) });
  expect([refused.status, refused.body.error.code]).toEqual([400, 'IR_06']);
});
