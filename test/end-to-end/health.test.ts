import { aRunningSwitch } from '../support/switch/a-running-switch.ts';

const live = aRunningSwitch();

it('a running switch reports without a key that its database, its queues and its vault answer', async () => {
  const { status, body, headers } = await live.running.call('GET', '/health/ready');
  expect({ status, body }).toEqual({
    status: 200,
    body: { database: true, queue: true, vault: true },
  });
  expect(headers.get('content-type')).toBe('application/json');
});
