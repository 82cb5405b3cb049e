import { maxRows } from '#switch/blocklist/blocklist-file.ts';
import { syncDueItem } from '#switch/sync/sync-due-item.ts';
import type { SyncMessage } from '#switch/sync/sync-message.ts';
import type { DeliveryMessage } from '#webhooks/delivery/delivery-message.ts';
import { findDue } from '../../../functions/queues/find-due.ts';
import { recordingQueue } from '../../support/receivers/webhook-delivery.ts';
import { aMerchant } from '../../support/switch/switch-in-memory.ts';
import { aWallet, told, visa, type Wallet } from '../payment-methods/a-wallet.ts';

const csv = (content: string | Uint8Array<ArrayBuffer>) => new File([content], 'cards.csv');
const upload = (wallet: Wallet, content: string | Uint8Array<ArrayBuffer>) =>
  wallet.ask('blocklist.create-batch', { form: { file: csv(content) } });
const entries = async (wallet: Wallet, data_kind: string) =>
  (await wallet.good('blocklist.list', { query: { data_kind, limit: '65535' } })).data.map(
    ({ fingerprint_id }: { fingerprint_id: string }) => fingerprint_id,
  );
const jobOf = (wallet: Wallet, job_id: string) =>
  wallet.good('blocklist.retrieve-batch', { params: { job_id } });

/** Starts a job; returns its id. */
async function started(wallet: Wallet, content: string): Promise<string> {
  const { status, text, body } = await upload(wallet, content);
  if (status !== 202) throw new Error(text);
  return body.job_id;
}

/** The step of a job, as the queue of syncs starts it. */
async function step(wallet: Wallet, id: string, remainingMs = () => 28_000): Promise<void> {
  const place = { pk: 'MERCHANT#shop_east#BLOCKLIST_JOBS', sk: `BLOCKLIST_JOB#${id}` };
  await syncDueItem(wallet.services, place, { remainingMs, requestId: 'req_1' });
}

const numbered = (count: number) =>
  Array.from({ length: count }, (_, at) => `extended_card_bin,${40_000_000 + at}`);

describe('a file', () => {
  it('a file of cards is accepted, and a job adds those entries that the list lacks', async () => {
    const wallet = await aWallet();
    await wallet.good('blocklist.create', { body: { type: 'card_bin', data: '424242' } });
    const { status, body } = await upload(
      wallet,
      '\ufeffType , data,metadata\r\n' +
        'card_bin,424242,\r\n' +
        '\r\n' +
        ' CARD_BIN , 400000 ,reason=fraud; source=a=b;\r\n' +
        'card_bin,400000,\r\n' +
        '"extended_card_bin","42424243","note=two\r\nlines"\r\n' +
        'fingerprint,=cmd|x,,more',
    );
    expect({ status, body }).toEqual({
      status: 202,
      body: {
        job_id: expect.stringMatching(/^blkbatch_[0-9A-Za-z]{20}$/),
        total_rows: 5,
        status: 'initiated',
      },
    });
    const { job_id } = body;
    const job = {
      job_id,
      merchant_id: 'shop_east',
      status: 'initiated',
      total_rows: 5,
      succeeded_rows: 0,
      failed_rows: 0,
      created_at: '2030-01-31T10:00:00.000Z',
      updated_at: '2030-01-31T10:00:00.000Z',
    };
    expect(await jobOf(wallet, job_id)).toEqual(job);
    expect(await entries(wallet, 'card_bin')).toEqual(['424242']);

    wallet.pass(5);
    await step(wallet, job_id);
    const over = {
      ...job,
      status: 'completed',
      succeeded_rows: 5,
      updated_at: '2030-01-31T10:00:05.000Z',
    };
    expect(await jobOf(wallet, job_id)).toEqual(over);
    expect((await entries(wallet, 'card_bin')).sort()).toEqual(['400000', '424242']);
    expect(await entries(wallet, 'extended_card_bin')).toEqual(['42424243']);
    expect(await entries(wallet, 'payment_method')).toEqual(['=cmd|x']);
    const stored = wallet.port.items().filter(({ sk }) => sk === 'card_bin#400000');
    expect(stored).toMatchObject([{ metadata: { reason: 'fraud', source: 'a=b' } }]);

    await step(wallet, job_id);
    expect(await jobOf(wallet, job_id)).toEqual(over);
  });

  it.each([
    [
      'of an unknown type',
      'iban,400000',
      { data_kind: null, data: '400000', reason: /^unknown type/ },
    ],
    [
      'of the wrong length',
      'extended_card_bin,424242',
      { data_kind: 'extended_card_bin', data: '424242', reason: /8 digit number/ },
    ],
    ['without data', 'card_bin', { data_kind: 'card_bin', data: '', reason: /empty/ }],
    [
      'with a formula',
      'card_bin,=cmd|calc',
      { data_kind: 'card_bin', data: '=cmd|calc', reason: /6 digit number/ },
    ],
    ['with a formula of digits', `card_bin,"=""${visa}"""`, { data: '***' }],
    ['with a card number', `card_bin,${visa}`, { data_kind: 'card_bin', data: '***' }],
    ['with a mistyped card number', 'card_bin,4242 4242 4242 4241', { data: '***' }],
    [
      'with a card number as fingerprint',
      `fingerprint,${visa}`,
      { data_kind: 'payment_method', data: '***' },
    ],
    ['with a card number as type', `${visa},400000`, { data_kind: null, data: '400000' }],
    ['with a card number as metadata', `card_bin,400000,card=${visa}`, { reason: /card number/ }],
    ['with metadata that has no pairs', 'card_bin,400000,fraud', { reason: /pairs/ }],
    ['with too long data', `fingerprint,${'x'.repeat(65)}`, { data: 'x'.repeat(64), reason: /64/ }],
    ['with too long metadata', `card_bin,400000,a=${'x'.repeat(501)}`, { reason: /500/ }],
  ])(
    'a row %s refuses the whole file, and no answer or log has a card number',
    async (_, row, shown) => {
      const wallet = await aWallet();
      const before = wallet.port.items();
      const { status, text, body } = await upload(
        wallet,
        `type,data,metadata\ncard_bin,411111\n${row}\n`,
      );
      expect({ status, code: body.error.code, message: body.error.message }).toEqual({
        status: 422,
        code: 'IR_06',
        message: '1 of 2 rows are invalid, so none was taken',
      });
      const { reason = /./, ...rest } = shown as { reason?: RegExp };
      expect(body.error.rows).toEqual([
        expect.objectContaining({ row_index: 1, reason: expect.stringMatching(reason), ...rest }),
      ]);
      expect(text + wallet.dependencies.logged.join()).not.toMatch(/4242.?4242.?4242/);
      expect(wallet.port.items()).toEqual(before);
    },
  );

  it.each([
    ['nothing', '', /must name the columns/],
    ['no names of columns', 'card_bin,400000\n', /must name the columns/],
    ['a card number in the place of a name', `type,${visa}\ncard_bin,400000\n`, /must name/],
    ['no rows', 'type,data,metadata\r\n', /has no rows/],
    ['a quote that never ends', `type,data\ncard_bin,"${visa}\n`, /quote is misplaced or missing/],
    ['a quote in the middle', `type,data\ncard_bin,${visa}"1"\n`, /quote is misplaced or missing/],
    ['no UTF-8', new Uint8Array([0xff, 0xfe, 0x74, 0x00]), /not UTF-8/],
    ['more than 4 MiB', `type,data\n${'card_bin,400000\n'.repeat(262_144)}`, /limit is 4194304/],
  ] as const)(
    'a file with %s is refused, and no answer or log has a card number',
    async (_, content, message) => {
      const wallet = await aWallet();
      const { status, text, body } = await upload(
        wallet,
        typeof content === 'string' ? content : new Uint8Array(content),
      );
      expect({ status, code: body.error.code }).toEqual({ status: 422, code: 'IR_06' });
      expect(body.error.message).toMatch(message);
      expect(text + wallet.dependencies.logged.join()).not.toContain(visa);
    },
  );

  it('a form without a file is refused', async () => {
    const wallet = await aWallet();
    const forms: readonly Record<string, string | Blob>[] = [
      { purpose: 'x' },
      { file: 'type,data\ncard_bin,400000' },
      { other: csv('type,data') },
    ];
    for (const form of forms) {
      const answer = await wallet.ask('blocklist.create-batch', { form });
      expect(told(answer)).toEqual([400, 'IR_33', 'File not found in the request']);
    }
  });

  it('a file of 100,000 rows is accepted, one more row or a bad last one refuses it', async () => {
    const wallet = await aWallet();
    const rows = ['type,data', ...numbered(maxRows)];
    expect(await upload(wallet, rows.join('\n'))).toMatchObject({
      status: 202,
      body: { total_rows: maxRows },
    });
    const more = await upload(wallet, [...rows, 'card_bin,400000'].join('\n'));
    expect(told(more)).toEqual([422, 'IR_06', 'The file has more than 100000 rows']);
    const wrong = await upload(wallet, [...rows.slice(0, -1), 'card_bin,4000000'].join('\n'));
    expect(wrong.body.error.rows).toMatchObject([{ row_index: maxRows - 1, data: '4000000' }]);
  });

  it('an error about a file counts all bad rows and shows 500', async () => {
    const wallet = await aWallet();
    const { body } = await upload(wallet, `type,data\n${'card_bin,1\n'.repeat(600)}`);
    expect(body.error.message).toBe('600 of 600 rows are invalid, so none was taken');
    expect(body.error.rows).toHaveLength(500);
  });

  it('a file that is sent again with the same idempotency key starts one job', async () => {
    const wallet = await aWallet();
    const headers = { 'idempotency-key': 'cards-of-january' };
    const send = () =>
      wallet.ask('blocklist.create-batch', {
        headers,
        form: { file: csv(`type,data\ncard_bin,400000`) },
      });
    const first = await send();
    expect((await send()).body).toEqual(first.body);
    expect(await wallet.good('blocklist.list-batches')).toMatchObject({ total_count: 1 });
  });
});

describe('a job', () => {
  const fourChunks = ['type,data', ...numbered(6_100)].join('\n');

  it('a job goes on in the next step when a step has no time left', async () => {
    const wallet = await aWallet();
    const id = await started(wallet, fourChunks);
    let asked = 0;
    await step(wallet, id, () => (asked++ < 2 ? 28_000 : 1_000));
    const { status, succeeded_rows } = await jobOf(wallet, id);
    expect(status).toBe('processing');
    expect(succeeded_rows).toBeGreaterThan(0);
    expect(await entries(wallet, 'extended_card_bin')).toHaveLength(succeeded_rows);
    await step(wallet, id);
    expect(await jobOf(wallet, id)).toMatchObject({ status: 'completed', succeeded_rows: 6_100 });
    expect(await entries(wallet, 'extended_card_bin')).toHaveLength(6_100);
  });

  it('a job that dies in the middle is found again, and has one effect', async () => {
    const wallet = await aWallet();
    const id = await started(wallet, fourChunks);
    const { blocklist } = wallet.services;
    let written = 0;
    const dying = {
      ...wallet.services,
      blocklist: {
        ...blocklist,
        addIfMissing: async (entry: Parameters<typeof blocklist.addIfMissing>[0]) => {
          if (++written > 3_000) throw new Error('The function was stopped.');
          await blocklist.addIfMissing(entry);
        },
      },
    };
    const place = { pk: 'MERCHANT#shop_east#BLOCKLIST_JOBS', sk: `BLOCKLIST_JOB#${id}` };
    const request = { remainingMs: () => 28_000, requestId: 'req_1' };
    await expect(syncDueItem(dying, place, request)).rejects.toThrow('stopped');
    const half = await jobOf(wallet, id);
    expect(half).toMatchObject({ status: 'processing', failed_rows: 0 });

    // The step that died has the job for a minute.
    await step(wallet, id);
    expect(await jobOf(wallet, id)).toEqual(half);
    wallet.pass(100);
    const syncs = recordingQueue<SyncMessage>();
    await findDue({
      ...wallet.services,
      syncs,
      deliveries: recordingQueue<DeliveryMessage>(),
    })();
    // The first finds the step, and later ones of the minute would find those that follow.
    expect(syncs.queued[0]).toMatchObject({ message: place, delaySeconds: 0 });
    expect(syncs.queued).toHaveLength(3);
    await step(wallet, id);
    expect(await jobOf(wallet, id)).toMatchObject({ status: 'completed', succeeded_rows: 6_100 });
    expect(await entries(wallet, 'extended_card_bin')).toHaveLength(6_100);
  });

  it('two steps of a job at once count each row once', async () => {
    const wallet = await aWallet();
    const id = await started(wallet, fourChunks);
    await Promise.all([step(wallet, id), step(wallet, id)]);
    expect(await jobOf(wallet, id)).toMatchObject({ status: 'completed', succeeded_rows: 6_100 });
  });

  it('a job that is not over after a day has failed, with the rows that are missing', async () => {
    const wallet = await aWallet();
    const id = await started(wallet, fourChunks);
    let asked = 0;
    await step(wallet, id, () => (asked++ < 1 ? 28_000 : 1_000));
    const { succeeded_rows } = await jobOf(wallet, id);
    wallet.pass(86_401);
    await step(wallet, id);
    const failed = await jobOf(wallet, id);
    expect(failed).toMatchObject({
      status: 'failed',
      succeeded_rows,
      failed_rows: 6_100 - succeeded_rows,
    });
    wallet.pass(60);
    await step(wallet, id);
    expect(await jobOf(wallet, id)).toEqual(failed);
  });

  it("a merchant's blocklist jobs are listed ten at a time, the newest first, without those of others", async () => {
    const wallet = await aWallet();
    const ids: string[] = [];
    for (let at = 0; at < 12; at++) {
      wallet.pass(1);
      ids.unshift(await started(wallet, 'type,data\ncard_bin,400000'));
    }
    const listed = async (query: Record<string, string> = {}) => {
      const { data, ...counts } = await wallet.good('blocklist.list-batches', { query });
      return { ...counts, ids: data.map(({ job_id }: { job_id: string }) => job_id) };
    };
    expect(await listed()).toEqual({ count: 10, total_count: 12, ids: ids.slice(0, 10) });
    const rest = { count: 2, total_count: 12, ids: ids.slice(10) };
    expect(await listed({ limit: '100', offset: '10' })).toEqual(rest);
    const refused: readonly Record<string, string>[] = [
      { limit: '101' },
      { limit: '-1' },
      { offset: 'x' },
    ];
    for (const query of refused) {
      expect(await wallet.ask('blocklist.list-batches', { query })).toMatchObject({ status: 400 });
    }

    const other = await aMerchant(wallet, 'shop_west');
    const params = { job_id: ids[0] ?? '' };
    expect(told(await wallet.ask('blocklist.retrieve-batch', { params }, other))).toEqual([
      404,
      'IR_37',
      'could not find a blocklist job with the given id',
    ]);
    expect((await wallet.ask('blocklist.list-batches', {}, other)).body.total_count).toBe(0);
  });
});

it('a card number is no fingerprint', async () => {
  const wallet = await aWallet();
  const body = { type: 'fingerprint', data: visa };
  expect(told(await wallet.ask('blocklist.create', { body }))).toEqual([
    422,
    'IR_05',
    'data contains invalid data. Expected format is a fingerprint, no card number',
  ]);
});
