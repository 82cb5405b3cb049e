import { aRunningSwitch } from '../support/switch/a-running-switch.ts';
import { aSale, newSecret, successful } from '../support/switch/merchant.ts';
import { adminKey, textAt } from '../support/switch/switch.ts';
import { retrying, ruleFor, takenBySecond } from '../support/table/falling-through.ts';

const processorKey = newSecret();
const live = aRunningSwitch({
  merchant: { connectors: ['fauxpay', 'stripe_test'], processorKey },
});
const declined = '4000000000000002';
const chargedInSilence = '4000000000000341';

const stepUp = {
  message: 'Payment declined: Card declined',
  decision: 'do_default',
  step_up_possible: true,
};
const rules = [ruleFor('fauxpay'), ruleFor('fauxpay', stepUp)];

beforeAll(async () => {
  const { key, id, profileId } = live.merchant;
  const path = `/account/${id}/business_profile/${profileId}`;
  successful(await live.running.call('POST', path, { key, body: retrying }));
  for (const body of rules) {
    successful(await live.running.call('POST', '/gsm', { key: adminKey, body }));
  }
});
// Rules are for all merchants.
afterAll(async () => {
  for (const { connector, flow, sub_flow, code, message } of rules) {
    const body = { connector, flow, sub_flow, code, message };
    successful(await live.running.call('POST', '/gsm/delete', { key: adminKey, body }));
  }
});

const pay = async (number: string, changes: object = {}) => {
  const body = { ...aSale(number), ...changes };
  const { key } = live.merchant;
  return successful(await live.running.call('POST', '/payments', { key, body }));
};
/**
 * The same until it is tried again: where a sync, which the processor's webhook about its decline
 * causes, saves first, there is no second attempt.
 */
async function payTwice(number: string) {
  for (let tries = 1; ; tries++) {
    const paid = await pay(number);
    const { attempt_count, status } = Object(paid.body);
    if (attempt_count > 1 || tries === 10) return paid;
    expect(status).toBe('failed');
  }
}
/** The payment as it is now, with its attempts. */
const shown = async (id: string, query: Readonly<Record<string, string>> = {}) => {
  const { key } = live.merchant;
  const asked = { key, query: { expand_attempts: 'true', ...query } };
  return successful(await live.running.call('GET', `/payments/${id}`, asked)).body;
};
/** The state of an attempt in the processors' books, or that there is none. */
async function bookOf(attemptId: string) {
  const place = `#PAYMENT#${attemptId}.`;
  const book = (await live.running.items()).find(({ pk }) => pk.includes(place));
  if (!book) return 'never asked';
  const reference = book.pk.slice(book.pk.indexOf(place) + '#PAYMENT#'.length);
  const at = `${live.running.sandboxUrl}/payments/${reference}`;
  return Object((await live.running.call('GET', at, { key: processorKey })).body).status;
}

describe('a payment declined by its first processor', () => {
  it('a payment that its first processor declines is authorized by the second, and both attempts are shown', async () => {
    const paid = await payTwice(takenBySecond);
    expect(paid.body).toMatchObject({
      status: 'succeeded',
      connector: 'stripe_test',
      attempt_count: 2,
      error_code: null,
    });
    const id = textAt(paid, 'payment_id');
    expect(await shown(id)).toMatchObject({
      attempts: [
        { connector: 'fauxpay', status: 'failure', error_code: 'DC_08' },
        { connector: 'stripe_test', status: 'charged' },
      ],
    });
    expect([await bookOf(`${id}_1`), await bookOf(`${id}_2`)]).toEqual(['failed', 'succeeded']);
  });

  it('a payment that its first processor declines is tried once more there with 3-D Secure, when that may help', async () => {
    const failed = await payTwice(declined);
    expect(failed.body).toMatchObject({
      status: 'failed',
      attempt_count: 2,
      authentication_type: 'three_ds',
    });
    expect(await shown(textAt(failed, 'payment_id'))).toMatchObject({
      attempts: [{ connector: 'fauxpay' }, { connector: 'fauxpay' }],
    });
  });
});

describe('a payment that its first processor charges without an answer', () => {
  it('a payment charged without an answer is never sent to a second processor, and is charged once', async () => {
    const silent = await pay(chargedInSilence);
    // Its webhook may report the charge before the answer is given up.
    expect(silent.body).toMatchObject({ connector: 'fauxpay', attempt_count: 1 });
    const id = textAt(silent, 'payment_id');
    expect(await shown(id, { force_sync: 'true' })).toMatchObject({
      status: 'succeeded',
      connector: 'fauxpay',
      attempt_count: 1,
    });
    expect([await bookOf(`${id}_1`), await bookOf(`${id}_2`)]).toEqual([
      ...['succeeded', 'never asked'],
    ]);
  });
});
