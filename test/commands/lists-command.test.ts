import type { Item } from '#platform/table/port.ts';
import { lists } from '../../scripts/turnout/lists.ts';
import { commandDocument } from '../support/documents/command-document.ts';
import { runCommand } from '../support/runner/run-command.ts';
import { type LocalTable, localTable } from '../support/table/local-table.ts';

const aCustomer = (merchantId: string, id: string): Item => ({
  pk: `MERCHANT#${merchantId}#CUSTOMER#${id}`,
  sk: 'CUSTOMER',
  merchantId,
  id,
  createdAt: '2026-03-05T10:00:00.000Z',
  modifiedAt: '2026-03-05T10:00:00.000Z',
  version: 1,
});

describe('the command for lists', () => {
  let local: LocalTable | undefined;
  beforeAll(async () => {
    local = await localTable();
  });
  afterAll(() => local?.stop());

  /** Calls it as an operator does. */
  async function run(...given: string[]): Promise<{ code: number; said: string }> {
    const { code, said } = await runCommand(lists, given, {
      environment: local?.environment ?? {},
    });
    return { code, said };
  }
  const listed = async (merchantId: string) =>
    (await local?.aside.query({ pk: `MERCHANT#${merchantId}#LIST#customers#0` }))?.map(
      ({ sk }) => sk,
    );

  it('the lists command names missing entries of one merchant, then of all merchants, each once', async () => {
    if (!local) return;
    const { aside } = local;
    for (const merchant of ['east', 'west']) {
      for (const id of ['cus_1', 'cus_2']) await aside.put(aCustomer(merchant, id), 'absent');
    }
    // On no list at all, and of a merchant whose name begins alike.
    await aside.put({ pk: 'MERCHANT#east', sk: 'PROFILE#default' }, 'absent');
    await aside.put(aCustomer('eastern', 'cus_3'), 'absent');

    const one = await run('rebuild', '--table', 'table', '--merchant', 'east');
    expect(one).toEqual({ code: 0, said: '2 read, 0 not listed.\n' });
    const rows = ['2026-03-05T10:00:00.000Z#cus_1', '2026-03-05T10:00:00.000Z#cus_2'];
    expect([await listed('east'), await listed('west')]).toEqual([rows, []]);

    for (const _ of ['once', 'twice']) {
      const all = await run('rebuild', '--table', 'table');
      expect(all).toEqual({ code: 0, said: '5 read, 0 not listed.\n' });
      expect([await listed('east'), await listed('west')]).toEqual([rows, rows]);
    }
    const counts = await aside.query({ pk: 'MERCHANT#east#LIST#customers#0#COUNTS' });
    const numbers = counts.flatMap((count) => Object.values(count).filter(Number.isInteger));
    expect(numbers.length).toBeGreaterThan(0);
    expect(new Set(numbers)).toEqual(new Set([2]));
  });

  it('the lists command names each merchant that it could not read, and ends with 1', async () => {
    if (!local) return;
    const { createdAt: _, ...broken } = aCustomer('south', 'cus_1');
    await local.aside.put({ ...broken, pk: broken.pk, sk: broken.sk }, 'absent');
    await local.aside.put(aCustomer('south', 'cus_2'), 'absent');
    const { code, said } = await run('rebuild', '--table', 'table', '--merchant', 'south');
    expect(code).toBe(1);
    expect(said).toContain('NOT LISTED  MERCHANT#south#CUSTOMER#cus_1 CUSTOMER\n');
    expect(said).toContain('2 read, 1 not listed.');
    expect(await listed('south')).toEqual(['2026-03-05T10:00:00.000Z#cus_2']);
    const printed = await commandDocument(
      ['lists', lists],
      ['rebuild', '--table', 'table', '--merchant', 'south'],
      local.environment,
    );
    expect([printed.code, printed.document]).toEqual([
      1,
      { read: 2, not_listed: ['MERCHANT#south#CUSTOMER#cus_1 CUSTOMER'] },
    ]);
  });

  it('the lists command spreads a list over partitions', async () => {
    if (!local) return;
    const { code, said } = await run(
      ...['spread', '--table', 'table', '--merchant', 'east', '--over', '4'],
    );
    expect({ code, said }).toEqual({ code: 0, said: expect.stringMatching(/ on over 4\.$/m) });
    const [periods] = await local.aside.query({ pk: 'MERCHANT#east#LISTS' });
    expect(periods).toMatchObject({ periods: [{ shards: 4 }] });
  });

  it.each([
    [['--help'], 0, 'npx turnout lists rebuild'],
    [['rebuild'], 2, '--table is missing'],
    [['spread', '--table', 'table', '--merchant', 'east', '--over', '33'], 2, 'from 1 to 32'],
    [['spread', '--table', 'table', '--merchant', 'east', '--over', 'some'], 2, 'from 1 to 32'],
    [['forget', '--table', 'table'], 2, 'One of rebuild, spread'],
  ])('the lists command prints its usage: %j', async (given, code, says) => {
    expect(await run(...given)).toEqual({ code, said: expect.stringContaining(says) });
  });
});
