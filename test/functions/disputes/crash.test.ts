import type { TablePort } from '#platform/table/port.ts';
import { disputes, uploadingAFile } from '../../scenarios/disputes.ts';
import { withKey } from '../../scenarios/request-keys.ts';
import { shopInMemory } from '../../scenarios/shop-in-memory.ts';
import { disputeWebhook, signedWebhook } from '../../support/processors/processor-webhooks.ts';
import {
  type Answer,
  type Ask,
  aMerchant,
  container,
  switchInMemory,
} from '../../support/switch/switch-in-memory.ts';
import { aPdf, switchWithDisputes } from '../../support/switch/switch-with-disputes.ts';

type SwitchWithDisputes = Awaited<ReturnType<typeof switchWithDisputes>>;

/**
 * The fault of a call of the table: it never arrives, or its answer is lost; then the process dies.
 */
type Fault = 'before' | 'after';
const faults: readonly Fault[] = ['before', 'after'];

/** A port that breaks off at one call, as if the process had died there. */
function breaking(port: TablePort, at: number, fault: Fault) {
  let calls = 0;
  const call =
    <A extends unknown[], R>(made: (...given: A) => Promise<R>) =>
    async (...given: A): Promise<R> => {
      calls += 1;
      if (calls > at || (calls === at && fault === 'before')) throw new Error('The process died.');
      const answer = await made(...given);
      if (calls === at) throw new Error('The process died.');
      return answer;
    };
  const broken: TablePort = {
    get: call((...given) => port.get(...given)),
    put: call((...given) => port.put(...given)),
    delete: call((...given) => port.delete(...given)),
    update: call((...given) => port.update(...given)),
    updateWhere: call((...given) => port.updateWhere(...given)),
    take: call((...given) => port.take(...given)),
    query: call((...given) => port.query(...given)),
    batchGet: call((...given) => port.batchGet(...given)),
    transact: call((...given) => port.transact(...given)),
  };
  return { broken, calls: () => calls };
}

/**
 * Makes a request die at each of its calls of the table in turn, before and after the call. A
 * client without an answer then repeats it. Each time uses a copy of the same world. Returns the
 * number of deaths.
 */
async function dyingEverywhere<Shop extends Pick<SwitchWithDisputes, 'port' | 'dependencies'>>(
  prepare: () => Promise<{ shop: Shop; name: string; request: Ask }>,
  check: (shop: Shop, answer: Answer, after: ReturnType<typeof switchInMemory>) => Promise<void>,
): Promise<number> {
  let deaths = 0;
  for (let at = 1; ; at++) {
    for (const fault of faults) {
      const { shop, name, request } = await prepare();
      const world = switchInMemory(shop.port.items(), shop.dependencies);
      const { broken, calls } = breaking(world.port, at, fault);
      const first = await container(broken, shop.dependencies).ask(name, request);
      if (calls() < at) {
        expect(first.status).toBe(200);
        return deaths;
      }
      deaths += 1;
      await check(shop, await world.ask(name, request), world);
    }
  }
}

describe('a crash at any call while a webhook says that a dispute is lost', () => {
  it.each([
    ['for the first time', false],
    ['after it was opened', true],
  ])(
    'a crash while a webhook loses a dispute %s loses nothing, and takes its amount once',
    async (_, wasOpen) => {
      const deaths = await dyingEverywhere(
        async () => {
          const shop = await switchWithDisputes();
          const paymentId = await shop.pay('4242424242424242');
          const news = (status: string) => {
            const text = disputeWebhook({ payment: `${paymentId}_1`, currency: 'EUR', status });
            const key = `key of ${shop.merchant.id}`;
            return {
              params: { merchant_id: shop.merchant.id, connector: 'stripe_test' },
              ...signedWebhook(text, key, shop.dependencies.clock.now, shop.port.items()),
            };
          };
          if (wasOpen) await shop.ask('incoming-webhooks.receive', news('needs_response'));
          return { shop, name: 'incoming-webhooks.receive', request: news('lost') };
        },
        async (_, { status }, { port }) => {
          expect(status).toBe(200);
          const [dispute, ...others] = port.items().filter(({ sk }) => sk.startsWith('DISPUTE#'));
          expect(others).toEqual([]);
          expect(dispute?.status).toBe('dispute_lost');
          const payment = port.items().find(({ sk }) => sk === 'PAYMENT');
          expect([payment?.refundableMinor, payment?.disputedMinor]).toEqual([3_460, 6_540]);
          const told = dispute?.transitions as readonly { type: string }[];
          expect(told.filter(({ type }) => type === 'dispute_lost')).toHaveLength(1);
        },
      );
      expect(deaths).toBeGreaterThanOrEqual(6);
    },
  );
});

describe('a crash at any call while a merchant', () => {
  const disputed = async () => {
    const shop = await switchWithDisputes();
    return { shop, ...(await shop.disputed()), key: shop.merchant.key };
  };

  it('a crash while a merchant accepts a dispute: a retry leaves it accepted once', async () => {
    const deaths = await dyingEverywhere(
      async () => {
        const { shop, disputeId: dispute_id, key } = await disputed();
        return { shop, name: 'disputes.accept', request: { key, params: { dispute_id } } };
      },
      async (shop, { status, body }, { port }) => {
        // After a failed save, the processor's webhook reports the outcome.
        if (status === 200) expect(body.dispute_status).toBe('dispute_accepted');
        expect([200, 400]).toContain(status);
        expect(port.items().filter(({ sk }) => sk.startsWith('DISPUTE#'))).toMatchObject([
          { status: 'dispute_accepted' },
        ]);
        const [books] = await shop.dependencies.processor.ledger();
        const back = books?.movements.filter(({ kind }) => kind === 'charged back');
        expect(back).toHaveLength(1);
      },
    );
    expect(deaths).toBeGreaterThanOrEqual(8);
  });

  it('a crash while a merchant fetches a lost dispute: a retry takes its amount once', async () => {
    const deaths = await dyingEverywhere(
      async () => {
        const world = switchInMemory();
        const merchant = await aMerchant(world);
        const name = 'disputes.fetch';
        const fetchOfLost = disputes['disputes.fetch, of one that was lost meanwhile'];
        if (!fetchOfLost) throw new Error('A scenario is missing.');
        const ask = await fetchOfLost.request(shopInMemory(world, merchant));
        return { shop: world, name, request: withKey(name, merchant, ask) };
      },
      async (_, { status, body }, { port }) => {
        expect([status, body.length]).toEqual([200, 1]);
        expect(port.items().filter(({ sk }) => sk.startsWith('DISPUTE#'))).toMatchObject([
          { status: 'dispute_lost', transitions: [{ type: 'dispute_lost' }] },
        ]);
        const payment = port.items().find(({ sk }) => sk === 'PAYMENT');
        expect([payment?.refundableMinor, payment?.disputedMinor]).toEqual([0, 6_540]);
      },
    );
    expect(deaths).toBeGreaterThanOrEqual(8);
  });

  it('a crash while a merchant submits evidence: a retry leaves it submitted once', async () => {
    await dyingEverywhere(
      async () => {
        const { shop, disputeId, key } = await disputed();
        const body = { dispute_id: disputeId, uncategorized_text: 'winning_evidence' };
        return { shop, name: 'disputes.submit-evidence', request: { key, body } };
      },
      async (_, { status, body }) => {
        expect([status, body.dispute_status]).toEqual([200, 'dispute_challenged']);
      },
    );
  });

  it('a crash while a merchant uploads files and submits evidence: a retry leaves it submitted with each file', async () => {
    await dyingEverywhere(
      async () => {
        const world = switchInMemory();
        const { clock } = world.dependencies;
        const merchant = await aMerchant(world);
        const shop = shopInMemory(world, merchant);
        await uploadingAFile.prepare?.(shop);
        clock.now = new Date(clock.now.getTime() + 3_000);
        const name = 'disputes.submit-evidence';
        const request = withKey(name, merchant, await uploadingAFile.request(shop));
        return { shop: world, name, request };
      },
      async (_, { status, body }, { port }) => {
        expect([status, body.dispute_status]).toEqual([200, 'dispute_challenged']);
        const [dispute] = port.items().filter(({ sk }) => sk.startsWith('DISPUTE#'));
        expect(dispute?.evidence).toMatchObject({
          receipt: { connectorFileId: expect.any(String) },
        });
      },
    );
  });

  it('a crash while a merchant attaches evidence: a retry leaves exactly one file, and its bytes exist', async () => {
    await dyingEverywhere(
      async () => {
        const { shop, disputeId: dispute_id, key } = await disputed();
        const form = { dispute_id, evidence_type: 'receipt', file: aPdf() };
        const request = { key, form, invocation: 'inv_1' };
        return { shop, name: 'disputes.attach-evidence', request };
      },
      async ({ files }, { status, body }, { port }) => {
        expect(status).toBe(200);
        const records = port.items().filter(({ sk }) => sk === 'FILE');
        expect(records.map(({ id }) => id)).toEqual([body.file_id]);
        expect(files.names()).toEqual([`MERCHANT/merchant_example/${body.file_id}`]);
      },
    );
  });

  it('a crash while a merchant deletes evidence: a retry leaves neither the file nor its bytes', async () => {
    await dyingEverywhere(
      async () => {
        const { shop, disputeId: dispute_id, key } = await disputed();
        const form = { dispute_id, purpose: 'dispute_evidence', file: aPdf() };
        const { body } = await shop.ask('files.create', { form });
        const params = { file_id: body.file_id };
        return { shop, name: 'files.delete', request: { key, params } };
      },
      async ({ files }, { status }, { port }) => {
        expect([200, 404]).toContain(status);
        expect(files.names()).toEqual([]);
        expect(port.items().filter(({ sk }) => sk === 'FILE')).toEqual([]);
      },
    );
  });
});
