import * as v from 'valibot';
import { configurationStore } from '#merchants/accounts/configuration-store.ts';
import { CreateAccountRequest } from '#merchants/accounts/operations.ts';
import { tableOver } from '#platform/table/table.ts';
import { applyOutcome } from '#switch/payments/lifecycle/apply-outcome.ts';
import type { Payment } from '#switch/payments/payment.ts';
import { paymentKey } from '#switch/payments/payment-store.ts';
import { create as createAccount } from '../../functions/accounts/create.ts';
import { events } from '../../scripts/turnout/events.ts';
import { commandDocument } from '../support/documents/command-document.ts';
import { aProcessingPayment } from '../support/entities/a-payment.ts';
import { runCommand } from '../support/runner/run-command.ts';
import { request } from '../support/switch/payments-in-memory.ts';
import { type LocalTable, localTable } from '../support/table/local-table.ts';
import { memoryKeys } from '../support/table/memory-keys.ts';

const hour = 3_600_000;
const now = Date.now();

describe('the command that makes missing events', () => {
  let local: LocalTable | undefined;
  const profileOf = new Map<string, string>();
  beforeAll(async () => {
    local = await localTable();
    for (const merchantId of ['east', 'west']) await hasWebhooks(merchantId);
  });
  afterAll(() => local?.stop());

  async function hasWebhooks(merchant_id: string) {
    if (!local) return;
    const webhook_details = { webhook_url: 'https://shop.example/hooks' };
    const account = await createAccount.run(
      {
        ...request,
        params: undefined,
        caller: { kind: 'admin' },
        body: v.parse(CreateAccountRequest, { merchant_id, webhook_details }),
      },
      {
        configurations: configurationStore(tableOver(local.aside)),
        keys: memoryKeys(),
        environment: 'snd',
      },
      undefined,
    );
    profileOf.set(merchant_id, 'default_profile' in account ? (account.default_profile ?? '') : '');
  }

  /** A payment that was paid an hour ago, without an event. */
  async function isPaid(merchantId: string, id: string, changes: Partial<Payment> = {}) {
    const before = aProcessingPayment({
      merchantId,
      id,
      profileId: profileOf.get(merchantId) ?? '',
    });
    const outcome = { result: 'captured', connectorTransactionId: 'txn_1' } as const;
    const news = { attemptId: before.attempt.id, outcome };
    const paid = { ...applyOutcome(before, news, new Date(now - hour)), version: 2, ...changes };
    const item = { ...paid, ...paymentKey(merchantId, id) };
    await tableOver(local?.aside ?? never()).putNew(item);
  }

  async function run(...given: string[]): Promise<{ code: number; said: string }> {
    const { code, said } = await runCommand(events, given, {
      environment: local?.environment ?? {},
    });
    return { code, said };
  }
  const ago = (hours: number) => new Date(now - hours * hour).toISOString();
  const rebuild = (...more: string[]) => run('rebuild', '--table', 'table', ...more);

  /** The events of a merchant that have a delivery which is due. */
  async function due(merchantId: string) {
    const shards = Array.from(
      { length: 16 },
      (_, shard) => `DUE#${String(shard).padStart(2, '0')}`,
    );
    const found = await Promise.all(
      shards.map(async (pk) => local?.aside.query({ pk, index: 'by-due' })),
    );
    return found.flat().filter((item) => item?.pk.startsWith(`MERCHANT#${merchantId}#EVENT#`));
  }

  it('the command that creates missing events does so for one merchant, then for all, in parts, and for none twice', async () => {
    if (!local) return;
    for (const merchant of ['east', 'west']) {
      for (const id of ['pay_1', 'pay_2']) await isPaid(merchant, id);
    }
    const one = await rebuild('--since', ago(2), '--merchant', 'east');
    expect(one).toEqual({ code: 0, said: '3 read, 2 made, 0 lost in part, 0 not rebuilt.\n' });
    expect([(await due('east')).length, (await due('west')).length]).toEqual([2, 0]);

    const parts = ['1/3', '2/3', '3/3'];
    const all = await Promise.all(
      parts.map((part) => rebuild('--since', ago(2), '--segment', part)),
    );
    expect(all.map(({ code }) => code)).toEqual([0, 0, 0]);
    const counts = all.map(({ said }) =>
      /^(\d+) read, (\d+) made/.exec(said)?.slice(1).map(Number),
    );
    const sum = (at: 0 | 1) => counts.reduce((total, count) => total + (count?.[at] ?? 0), 0);
    expect([sum(0), sum(1)]).toEqual([6, 2]);

    const again = await rebuild('--since', ago(2));
    expect(again).toEqual({ code: 0, said: '6 read, 0 made, 0 lost in part, 0 not rebuilt.\n' });
    expect([(await due('east')).length, (await due('west')).length]).toEqual([2, 2]);
  });

  it('the command that creates missing events skips changes before or after the given time', async () => {
    if (!local) return;
    await isPaid('east', 'pay_other_time');
    const made = async (...time: string[]) =>
      /, (\d+) made/.exec((await rebuild('--merchant', 'east', ...time)).said)?.[1];
    expect(await made('--since', ago(0.5))).toBe('0');
    expect(await made('--since', ago(3), '--until', ago(2))).toBe('0');
    expect(await made('--since', ago(3), '--until', ago(0.5))).toBe('1');
  });

  it('the command that creates missing events names items whose changes are no longer stored, and ends with 1', async () => {
    if (!local) return;
    const transitions = Array.from({ length: 20 }, (_, index) => ({
      type: 'payment_processing',
      status: 'processing',
      version: index + 7,
      at: new Date(now - hour + index).toISOString(),
    }));
    await isPaid('west', 'pay_much', { transitions });
    const { code, said } = await rebuild('--since', ago(2), '--merchant', 'west');
    expect(code).toBe(1);
    expect(said).toContain(
      `LOST        MERCHANT#west#PAYMENT#pay_much PAYMENT  before ${transitions[0]?.at}\n`,
    );
    expect(said).toContain('4 read, 20 made, 1 lost in part, 0 not rebuilt.');
    // The reader missed nothing that happened before the stated time.
    const later = await rebuild('--since', ago(0.5), '--merchant', 'west');
    expect(later).toEqual({ code: 0, said: '4 read, 0 made, 0 lost in part, 0 not rebuilt.\n' });
  });

  it('the command that creates missing events names each unreadable item, goes on, and ends with 1', async () => {
    if (!local) return;
    await local.aside.put({ pk: 'MERCHANT#west#PAYMENT#pay_x', sk: 'PAYMENT' }, 'absent');
    await isPaid('west', 'pay_after');
    const { code, said } = await rebuild('--since', ago(2), '--merchant', 'west');
    expect(code).toBe(1);
    expect(said).toContain('NOT REBUILT MERCHANT#west#PAYMENT#pay_x PAYMENT\n');
    expect(said).toContain('1 made, 1 lost in part, 1 not rebuilt.');
    const printed = await commandDocument(
      ['events', events],
      ['rebuild', '--table', 'table', '--since', ago(2), '--merchant', 'west'],
      local.environment,
    );
    expect(printed.code).toBe(1);
    expect(printed.document).toMatchObject({
      made: 0,
      lost: 1,
      not_rebuilt: 1,
      continue_from: null,
    });
    expect(printed.document).toHaveProperty(
      'items',
      expect.arrayContaining([
        { key: 'MERCHANT#west#PAYMENT#pay_x PAYMENT', result: 'not_rebuilt' },
      ]),
    );
  });

  it('the command that creates missing events continues after a given place', async () => {
    if (!local) return;
    const place = Buffer.from(
      JSON.stringify({ pk: 'MERCHANT#east#PAYMENT#pay_1', sk: 'PAYMENT' }),
    ).toString('base64url');
    const whole = /^(\d+) read/m.exec((await rebuild('--since', ago(2))).said)?.[1];
    const rest = /^(\d+) read/m.exec((await rebuild('--since', ago(2), '--from', place)).said)?.[1];
    expect(Number(rest)).toBeLessThan(Number(whole));
    const elsewhere = await rebuild('--since', ago(2), '--from', 'elsewhere');
    expect(elsewhere).toMatchObject({ code: 2 });
    expect(elsewhere.said).toContain('--from must be a place that an earlier run printed');
  });
});

function never(): never {
  throw new Error('There is no table.');
}
