import { itemCeiling, maxItemBytes } from '#platform/table/item-size.ts';
import type { TablePort, Transacted, Write } from '#platform/table/port.ts';
import { tableOver } from '#platform/table/table.ts';
import { memoryPort } from '../../../support/table/memory-table.ts';

describe('a transaction whose answer was lost', () => {
  const payment = { pk: 'p', sk: 'PAYMENT', captured: 100, refundableMinor: 0 };
  const refund = { pk: 'p', sk: 'REFUND#1' };
  const writes: readonly Write[] = [
    {
      kind: 'update',
      key: { pk: 'p', sk: 'PAYMENT' },
      changes: { add: { refundableMinor: 60 }, set: { status: 'new' } },
      condition: { atMost: { refundableMinor: 40 } },
    },
    { kind: 'put', item: refund, condition: 'absent' },
  ];
  /**
   * Writes, and then repeats the call as a new one: after ten minutes DynamoDB has forgotten the
   * token.
   */
  const repeating = (port: TablePort, between = async () => {}): TablePort => ({
    ...port,
    async transact(all, token): Promise<Transacted> {
      await port.transact(all, token);
      await between();
      return port.transact(all, `${token} again`);
    },
  });

  it('a transaction whose answer was lost is recognised by its written items', async () => {
    const port = memoryPort([payment]);
    expect(await tableOver(repeating(port)).transact(writes)).toEqual({ refused: [] });
    expect(await port.get(payment)).toMatchObject({ refundableMinor: 60, status: 'new' });
  });

  it('a transaction with a lost answer is recognized even when one of its items was saved by another request since', async () => {
    const port = memoryPort([payment]);
    const other = () => port.update(payment, { set: { save_id: 'another' } });
    expect(await tableOver(repeating(port, other)).transact(writes)).toEqual({ refused: [] });
    expect(await port.get(payment)).toMatchObject({ refundableMinor: 60 });
  });

  it('a transaction made impossible by another request is refused', async () => {
    const port = memoryPort([{ ...payment, refundableMinor: 50 }]);
    const { refused } = await tableOver(repeating(port)).transact(writes);
    expect(refused).toEqual([{ index: 0, existing: { ...payment, refundableMinor: 50 } }]);
    expect(await port.get(refund)).toBeUndefined();
  });
});

describe('an item that is larger than items may be', () => {
  const item = (size: number) => ({ pk: 'p', sk: 's', version: 1, filler: 'x'.repeat(size) });
  const tooLarge = {
    kind: 'item_too_large',
    details: { message: expect.stringContaining('`filler`') },
  };

  it('an item above the size limit is refused by every kind of write, before anything is written', async () => {
    const port = memoryPort([item(1)]);
    const table = tableOver(port);
    const large = item(itemCeiling);
    const other = { ...item(1), sk: 'other' };
    for (const write of [
      () => table.putNew(large),
      () => table.save(large),
      () => table.putAllNew([other, large]),
      () =>
        table.transact([
          { kind: 'put', item: other, condition: 'absent' },
          { kind: 'put', item: large, condition: { version: 1 } },
        ]),
    ]) {
      await expect(write()).rejects.toMatchObject(tooLarge);
    }
    expect(port.items()).toEqual([item(1)]);
  });

  it('an item above the size limit is written when it records a fact', async () => {
    const port = memoryPort([item(1)]);
    const saved = await tableOver(port).save(item(100_000), { upTo: maxItemBytes });
    expect(saved.version).toBe(2);
  });
});
