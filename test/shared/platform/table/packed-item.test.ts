import { createHash } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { itemCeiling } from '#platform/table/item-size.ts';
import { maxUnpackedBytes, packed, unpacked } from '#platform/table/packed-item.ts';
import { packedPort } from '#platform/table/packed-port.ts';
import { dictionary1 } from '#platform/table/packing-dictionary.ts';
import type { Item } from '#platform/table/port.ts';
import { plainTableOver, tableOver } from '#platform/table/table.ts';
import { itemSize } from '#platform/table/units.ts';
import { memoryPort } from '../../../support/table/memory-table.ts';

const filler = 'two pairs of shoes, and laces '.repeat(60);
const key = { pk: 'MERCHANT#shop#PAYMENT#pay_1', sk: 'PAYMENT' };
const payment = (more: object = {}): Item => ({
  ...key,
  id: 'pay_1',
  status: 'succeeded',
  version: 3,
  refundableMinor: 100,
  save_id: 'abc',
  duePk: 'DUE#01',
  dueAt: '2026-01-01T00:00:00.000Z',
  requestFields: { filler },
  ...more,
});

describe('a large item', () => {
  it('a large item is packed under one attribute, beside those that updates, conditions and indexes need', () => {
    const item = packed(payment());
    expect(Object.keys(item).sort()).toEqual(
      'dueAt duePk packed pk refundableMinor save_id sk status version'.split(' '),
    );
    expect(itemSize(item)).toBeLessThan(400);
    expect(unpacked(item)).toEqual(payment());
  });

  it('a large item is the same to the byte each time it is packed', () => {
    expect(packed(payment())).toEqual(packed(payment()));
  });

  it('a large item is read as it was written, whatever it contains', () => {
    const value = fc.letrec((tie) => ({
      any: fc.oneof(
        { depthSize: 'small' },
        fc.string({ unit: 'binary' }),
        fc.constant(null),
        fc.boolean(),
        fc.double({ noNaN: true }),
        fc.bigInt(),
        fc.uint8Array().map((bytes) => new Uint8Array(bytes)),
        fc.array(tie('any')),
        fc.dictionary(fc.string(), tie('any')),
        fc.constant({ toJSON: 'is a name as any other' }),
      ),
    })).any;
    const sk = fc.constantFrom('PAYMENT', 'REFUND#ref_1', 'EVENT', 'PROFILE#a', 'CUSTOMER');
    const bodies = fc.option(fc.string({ unit: 'binary' }), { nil: undefined });
    fc.assert(
      fc.property(sk, value, bodies, (sk, value, body) => {
        const item: Item = { ...payment({ value, ...(body !== undefined && { body }) }), sk };
        expect(unpacked(packed(item))).toEqual(item);
      }),
      { numRuns: 300 },
    );
  });

  it('a large item that fits as it is stays unpacked when packing does not help', () => {
    const noise = createHash('sha512').update('noise').digest('base64');
    const item = payment({ requestFields: undefined, noise });
    expect(packed(item)).toBe(item);
    const customer = { ...payment(), sk: 'CUSTOMER' };
    expect(packed(customer)).toBe(customer);
  });

  it('an unpacked item of an earlier version is read as it is', () => {
    expect(unpacked(payment())).toEqual(payment());
  });

  it('an attribute set after packing overrides the packed one', () => {
    expect(unpacked({ ...packed(payment()), id: 'pay_2' }).id).toBe('pay_2');
  });

  it('a large item of an unknown packing version is refused rather than read wrong', () => {
    const { packed: bytes, ...item } = packed(payment());
    if (!(bytes instanceof Uint8Array)) throw new Error('It is packed.');
    const later = { ...item, packed: Buffer.concat([Buffer.of(2), bytes.subarray(1)]) };
    expect(() => unpacked(later)).toThrow('version 2');
  });

  it('a large item never grows beyond the limit of our items', () => {
    const zeros = deflateRawSync(Buffer.alloc(maxUnpackedBytes + 1));
    const bomb = { ...key, packed: Buffer.concat([Buffer.of(1), zeros]) };
    expect(() => unpacked(bomb)).toThrow(/larger than/);
  });

  it('a large item is packed with a text that never changes, or no item of that version can be read', () => {
    const hash = createHash('sha256').update(dictionary1).digest('hex');
    expect(hash).toBe('81c2d3a353f9198d3234a46e71e69f8ec4d9ccb9e878f2b5aeac6631fff1e694');
  });
});

describe('a table of packed items', () => {
  const stored = async () => {
    const port = memoryPort();
    await tableOver(port).putNew(payment());
    return { port, table: tableOver(port), plain: plainTableOver(port) };
  };

  it('a table of packed items returns them whole, however they are read, refused or changed', async () => {
    const { port, table, plain } = await stored();
    const { save_id: _, ...whole } = payment();
    expect(await plain.get(key)).toHaveProperty('packed');
    expect(await table.get(key)).toMatchObject(whole);
    expect(await table.getRecent(key)).toMatchObject(whole);
    expect(await table.query(key.pk)).toMatchObject([whole]);
    expect(await table.batchGet([key])).toMatchObject([whole]);
    expect(await table.putNew(payment())).toMatchObject(whole);
    const taken = { add: { refundableMinor: -40 } };
    const changed = await table.changeWhere(key, taken, { atLeast: { refundableMinor: 40 } });
    expect(changed).toMatchObject({ ...whole, refundableMinor: 60 });
    const { refused } = await table.transact([
      { kind: 'update', key, changes: taken, condition: { atLeast: { refundableMinor: 100 } } },
    ]);
    expect(refused).toMatchObject([{ index: 0, existing: { ...whole, refundableMinor: 60 } }]);
    expect(await packedPort(port).take(key, {})).toMatchObject({
      written: true,
      item: { ...whole, refundableMinor: 60 },
    });
  });

  it('a table of packed items refuses updates of packed attributes, and conditions on them', async () => {
    const { table } = await stored();
    const hidden = /terms of PAYMENT may be packed/;
    await expect(table.change(key, { set: { terms: {} } })).rejects.toThrow(hidden);
    await expect(table.changeWhere(key, {}, { absent: ['terms'] })).rejects.toThrow(hidden);
    await expect(table.remove(key, { attribute: 'terms', is: 'x' })).rejects.toThrow(hidden);
  });

  it('a table of packed items limits their size before packing', async () => {
    const { table } = await stored();
    const bytes = (size: number) => ({ ...payment(), version: 3, terms: 'x'.repeat(size) });
    const room = itemCeiling - itemSize(bytes(0));
    await expect(table.save(bytes(room + 1))).rejects.toMatchObject({ kind: 'item_too_large' });
    expect((await table.save(bytes(room))).version).toBe(4);
  });

  it('a table of packed items keeps an item that one version of us wrote plain and another packed', async () => {
    const { table, plain } = await stored();
    const whole = await table.get(key);
    await plain.save({ ...payment({ version: 0 }), ...whole, version: 3 });
    expect(await plain.get(key)).not.toHaveProperty('packed');
    const again = await table.get(key);
    expect(again).toMatchObject({ ...payment(), version: 4, save_id: again?.save_id });
  });
});
