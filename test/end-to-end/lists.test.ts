import * as v from 'valibot';
import { loadStructure } from '../support/documents/structure.ts';
import { eventually } from '../support/runner/eventually.ts';
import { aRunningSwitch } from '../support/switch/a-running-switch.ts';
import {
  aSale,
  createMerchant,
  type Merchant,
  newId,
  successful,
} from '../support/switch/merchant.ts';
import { adminKey, textAt } from '../support/switch/switch.ts';
import { untilListed } from '../support/table/listed-entities.ts';

const live = aRunningSwitch();

const declined = '4000000000000002';

async function pay({ key }: Merchant, body: object = aSale()): Promise<string> {
  return textAt(
    successful(await live.running.call('POST', '/payments', { key, body })),
    'payment_id',
  );
}

/** The members of a list's objects that a test reads: the ids have names of many kinds. */
const Thing = v.looseObject({
  payment_id: v.optional(v.string()),
  refund_id: v.optional(v.string()),
  customer_id: v.nullish(v.string()),
  event_type: v.optional(v.string()),
});
const Page = v.looseObject({
  count: v.optional(v.number()),
  total_count: v.optional(v.number()),
  data: v.optional(v.array(Thing), []),
  events: v.optional(v.array(Thing), []),
});

const ByStatus = v.object({ status_with_count: v.record(v.string(), v.number()) });

const get = async ({ key }: Merchant, path: string) =>
  v.parse(Page, successful(await live.running.call('GET', path, { key })).body);
const post = async ({ key }: Merchant, path: string, body: object) =>
  v.parse(Page, successful(await live.running.call('POST', path, { key, body })).body);

const ids = ({ data }: v.InferOutput<typeof Page>) => data.map(({ payment_id }) => payment_id);

/** The errors of an answer by the schema that is published under this name. */
function unpublished(name: string, body: unknown): readonly unknown[] {
  const isRight = loadStructure()?.validator(name);
  if (!isRight || isRight(body)) return [];
  // Hyperswitch's own payments break the lengths and amounts that it publishes.
  return (isRight.errors ?? []).filter(
    ({ keyword }) => !['minLength', 'minimum'].includes(keyword),
  );
}

it('a merchant finds its payments, refunds, customers and events, and no other merchant’s', async () => {
  const webhook_details = {
    webhook_url: `${live.receiver.url}/${newId('hook')}`,
    // None are all; published as always there.
    payment_statuses_enabled: [],
    refund_statuses_enabled: [],
  };
  const shop = await createMerchant(live.running, { account: { webhook_details } });
  const other = await createMerchant(live.running);
  const customer_id = newId('cus');
  const first = await pay(shop, { ...aSale(), customer_id });
  const second = await pay(shop, aSale(declined));
  const third = await pay(shop, { ...aSale(), capture_method: 'manual' });
  const theirs = await pay(other);

  await eventually(async () =>
    expect(ids(await get(shop, '/payments/list'))).toEqual([third, second, first]),
  );
  await eventually(async () => expect(ids(await get(other, '/payments/list'))).toEqual([theirs]));
  const page = successful(await live.running.call('GET', '/payments/list', { key: shop.key }));
  expect(unpublished('PaymentListResponse', page.body)).toEqual([]);
  expect(ids(await get(shop, `/payments/list?customer_id=${customer_id}`))).toEqual([first]);
  expect(ids(await get(shop, `/payments/list?starting_after=${second}`))).toEqual([third, second]);

  await eventually(async () => {
    const failed = await post(shop, '/payments/list', { status: ['failed'] });
    expect([ids(failed), failed.total_count]).toEqual([[second], 1]);
  });
  await untilListed(live.running, shop.id, 'payments');
  const rest = await post(shop, '/payments/list', { limit: 1, offset: 1 });
  expect([ids(rest), rest.count, rest.total_count]).toEqual([[second], 1, 3]);
  await post(shop, `/payments/${third}/capture`, {});
  await eventually(async () => {
    const succeeded = await post(shop, '/payments/list', { status: ['succeeded'] });
    expect([ids(succeeded), succeeded.total_count]).toEqual([[third, first], 2]);
  });

  const { refund_id } = await post(shop, '/refunds', { payment_id: first, amount: 600 });
  await eventually(async () => {
    const page = await post(shop, '/refunds/list', { refund_status: ['succeeded'] });
    expect([page.total_count, page.data[0]?.refund_id]).toEqual([1, refund_id]);
  });
  expect(await post(other, '/refunds/list', { payment_id: first })).toMatchObject({ data: [] });

  // From within a quarter of a day to the next one, so that counts and rows are both asked.
  const near = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
  const range = { start_time: near(-5), end_time: near(5) };
  const counts = async (by: Merchant, path: string) => {
    const query = range;
    const answer = await live.running.call('GET', path, { key: by.key, query });
    return v.parse(ByStatus, successful(answer).body).status_with_count;
  };
  for (const [noun, field] of [
    ['payments', 'status'],
    ['refunds', 'refund_status'],
  ] as const) {
    await eventually(async () => {
      for (const path of [`/${noun}/aggregate`, `/${noun}/profile/aggregate`]) {
        const counted = await counts(shop, path);
        for (const status of ['succeeded', 'failed', 'processing', 'pending', 'review']) {
          if (!(status in counted)) continue;
          const body = { ...range, [field]: [status] };
          const { total_count } = await post(shop, `/${noun}/list`, body);
          expect([path, status, counted[status]]).toEqual([path, status, total_count]);
        }
      }
      expect((await counts(shop, `/${noun}/aggregate`)).succeeded).toBe(
        noun === 'payments' ? 2 : 1,
      );
      const { succeeded } = await counts(other, `/${noun}/aggregate`);
      expect(succeeded).toBe(noun === 'payments' ? 1 : 0);
    });
  }

  const customers = await get(shop, '/customers/list_with_count');
  expect([customers.total_count, customers.data[0]?.customer_id]).toEqual([1, customer_id]);

  await eventually(async () => {
    const page = await post(shop, `/events/${shop.id}`, {
      object_id: first,
      is_delivered: true,
    });
    const types = page.events.map(({ event_type }) => event_type);
    expect(types).toContain('payment_succeeded');
  });
});

it('an operator finds the merchants of an organization', async () => {
  const call = (method: 'GET' | 'POST', path: string, body?: object) =>
    live.running.call(method, path, { key: adminKey, ...(body && { body }) });
  const made = successful(await call('POST', '/organization', { organization_name: 'Shops' }));
  const organization_id = textAt(made, 'organization_id');
  const [east, west] = [newId('east'), newId('west')];
  for (const merchant_id of [east, west]) {
    successful(await call('POST', '/accounts', { merchant_id, organization_id }));
  }
  await eventually(async () => {
    const { body } = successful(
      await call('GET', `/accounts/list?organization_id=${organization_id}`),
    );
    const Accounts = v.array(v.looseObject({ merchant_id: v.string() }));
    expect(v.parse(Accounts, body).map(({ merchant_id }) => merchant_id)).toEqual([east, west]);
  });
});
