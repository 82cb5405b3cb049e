import { packed } from '#platform/table/packed-item.ts';
import type { Item } from '#platform/table/port.ts';
import { item as showItem } from '../../scripts/turnout/item.ts';
import { commandDocument } from '../support/documents/command-document.ts';
import { runCommand } from '../support/runner/run-command.ts';
import { type LocalTable, localTable } from '../support/table/local-table.ts';

describe('the command that shows an item', () => {
  let local: LocalTable | undefined;
  beforeAll(async () => {
    local = await localTable();
  });
  afterAll(() => local?.stop());

  /** Calls it as an operator does. */
  const run = (...given: string[]) =>
    runCommand(showItem, given, { environment: local?.environment ?? {} });
  const pk = 'MERCHANT#shop#PAYMENT#pay_1';
  const payment: Item = {
    pk,
    sk: 'PAYMENT',
    id: 'pay_1',
    status: 'requires_confirmation',
    version: 2,
    description: 'two pairs of shoes, and laces '.repeat(60),
    clientSecret: 'pay_1_secret_0123456789',
    attachedMethod: { sealed: 'c2VhbGVk' },
    attempt: { id: 'pay_1_1', list: [{ password: 'hidden' }] },
    wrappedKey: new Uint8Array([1, 2, 3]),
    deflated: new Uint8Array([4, 5]),
  };
  const body = JSON.stringify({ content: { client_secret: 'pay_1_secret_0123456789', amount: 1 } });
  const refund: Item = { pk, sk: 'REFUND#ref_1', id: 'ref_1', amountMinor: 600, body };

  it('the item command shows packed attributes, and no sealed value or client secret', async () => {
    if (!local) return;
    expect(packed(payment)).toHaveProperty('packed');
    for (const item of [payment, refund]) await local.aside.put(packed(item), 'absent');
    const { code, out } = await run(pk, '--table', 'table');
    expect(code).toBe(0);
    expect(out).not.toMatch(/0123456789|c2VhbGVk|"hidden"/);
    const [first, second, ...rest] = out.trim().split('\n');
    expect(JSON.parse(first ?? '')).toEqual({
      ...payment,
      clientSecret: '(not shown)',
      attachedMethod: { sealed: '(not shown)' },
      attempt: { id: 'pay_1_1', list: [{ password: '(not shown)' }] },
      wrappedKey: '(not shown)',
      deflated: '(2 bytes)',
    });
    const whole = { ...refund, body: { content: { client_secret: '(not shown)', amount: 1 } } };
    expect([JSON.parse(second ?? ''), rest]).toEqual([whole, []]);

    const one = await run(pk, 'REFUND#ref_1', '--table', 'table');
    expect([one.code, JSON.parse(one.out)]).toEqual([0, whole]);
    const { document } = await commandDocument(
      ['item', showItem],
      [pk, 'REFUND#ref_1', '--table', 'table'],
      local.environment,
    );
    // Attributes are named as the table names them.
    expect(document).toEqual({ items: [whole] });
  });

  it('the item command reports a missing item, and ends with 1', async () => {
    if (!local) return;
    const { code, out, error } = await run(pk, 'REFUND#ref_2', '--table', 'table');
    expect([code, out, error]).toEqual([1, '', 'Nothing stands there.\n']);
  });
});
