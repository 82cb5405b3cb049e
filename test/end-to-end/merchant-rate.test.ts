import { aRunningSwitch } from '../support/switch/a-running-switch.ts';
import { createMerchant } from '../support/switch/merchant.ts';

const live = aRunningSwitch({ start: { settings: { merchantRate: 1 } }, merchant: {} });

/** Asked past `call`, which knows published answers: by default there is no rate. */
const ask = (key: string) =>
  fetch(`${live.running.url}/customers/cus_nobody`, { headers: { 'api-key': key } });

it('a merchant above its rate gets a Retry-After, and other merchants are served', async () => {
  const other = await createMerchant(live.running, {});
  let refused: Response | undefined;
  // Ten of them fit into each ten seconds.
  for (let sent = 0; sent < 100 && !refused; sent += 1) {
    const answer = await ask(live.merchant.key);
    if (answer.status === 429) refused = answer;
    else expect(answer.status).toBe(404);
  }
  expect(await refused?.json()).toMatchObject({
    error: {
      type: 'invalid_request',
      code: 'HE_00',
      message: 'Too many requests: on average 1 a second are allowed. Please try again later',
    },
  });
  const seconds = Number(refused?.headers.get('retry-after'));
  expect(seconds).toBeGreaterThanOrEqual(1);
  expect(seconds).toBeLessThanOrEqual(10);
  expect((await ask(other.key)).status).toBe(404);

  // The function may only read, except for its merchants' counters.
  const counters = await live.running.items(`MERCHANT#${live.merchant.id}#RATE#`);
  expect(counters.length).toBeGreaterThanOrEqual(1);
  expect(counters.every(({ value }) => Number(value.expiresAtSeconds) > 0)).toBe(true);
});
