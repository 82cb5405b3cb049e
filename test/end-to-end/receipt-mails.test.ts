import type { LogLine } from '../../local/log.ts';
import { eventually } from '../support/runner/eventually.ts';
import { aRunningSwitch } from '../support/switch/a-running-switch.ts';
import { successful } from '../support/switch/merchant.ts';
import { byCard } from '../support/switch/payments-in-memory.ts';
import { textAt } from '../support/switch/switch.ts';

const lines: LogLine[] = [];
const live = aRunningSwitch({
  start: {
    settings: { receiptsFrom: 'receipts@shop.example' },
    log: (line) => lines.push(line),
  },
  merchant: { account: { merchant_name: 'Shoes & Sons' } },
});

/** The mails that SES got, as the laptop logs them. */
const mails = () => lines.map(({ message }) => message).filter((one) => one.startsWith('mail to '));

it('a payer of a link gets one mail with the receipt, from the payment through the stream and the queue', async () => {
  const { key } = live.merchant;
  const { call } = live.running;
  const pay = async (more: object) => {
    const body = { amount: 2_599, currency: 'EUR', payment_link: true, ...more };
    const payment = successful(await call('POST', '/payments', { key, body }));
    const id = textAt(payment, 'payment_id');
    successful(await call('POST', `/payments/${id}/confirm`, { key, body: byCard() }));
    return id;
  };
  await pay({});
  const id = await pay({ email: 'ada@example.com' });
  const mail = await eventually(() => {
    const [one] = mails();
    if (one === undefined) throw new Error('No mail was sent.');
    return one;
  });
  expect(mail).toContain('mail to ada@example.com: Receipt: Shoes & Sons\n');
  expect(mail).toContain(`Reference: ${id}`);
  expect(mail).toContain('Paid with: Visa •••• 4242');
  successful(await call('POST', '/refunds', { key, body: { payment_id: id, amount: 500 } }));
  await live.running.assembly.idle();
  expect(mails()).toHaveLength(1);
  const [claim] = (await live.running.items(`MERCHANT#${live.merchant.id}#PAYMENT#${id}`)).filter(
    ({ value }) => value.sk === 'RECEIPT',
  );
  expect(claim?.value.sentAt).toEqual(expect.any(String));
});
