import type { Mail, MailService } from '#platform/aws/ses.ts';
import { logTo } from '#platform/log.ts';
import { packedPort } from '#platform/table/packed-port.ts';
import { receiptClaims } from '#switch/receipt-mail/receipt-claims.ts';
import { type ReceiptMessage, receiptMessages } from '#switch/receipt-mail/receipt-message.ts';
import { readChanges } from '../../../functions/queues/publish-events.ts';
import { sendReceipt } from '../../../functions/queues/send-receipt.ts';
import { recordingQueue } from '../../support/receivers/webhook-delivery.ts';
import { byCard } from '../../support/switch/payments-in-memory.ts';
import { streamRecord } from '../../support/table/stream-record.ts';
import { aSwitchWithLinks } from '../payment-links/a-linked-payment.ts';

const message: ReceiptMessage = { merchantId: 'merchant_example', paymentId: 'pay_1' };
const params = { payment_id: 'pay_1' };
const email = 'ada@example.com';

/** A shop with links, and the function that mails their receipts. */
async function aMailingShop(account: object = {}) {
  const world = await aSwitchWithLinks({ merchant_name: 'Shoes & Sons', ...account });
  const mails: Mail[] = [];
  const lines: string[] = [];
  const sends = (service: MailService = { send: async (mail) => void mails.push(mail) }) =>
    sendReceipt({
      payments: world.services.payments,
      configurations: world.services.configurations,
      claims: receiptClaims(world.services.table),
      mails: service,
      from: 'receipts@shop.example',
      clock: () => world.dependencies.clock.now,
      log: logTo((line) => lines.push(line)),
    })({ body: message });
  const stored = () =>
    packedPort(world.port).get({ pk: 'MERCHANT#merchant_example#PAYMENT#pay_1', sk: 'PAYMENT' });
  return {
    ...world,
    mails,
    lines,
    sends,
    stored,
    pay: async (more: object = {}, confirm: object = {}) => {
      await world.linked({ email, ...more });
      const before = await stored();
      await world.answered('payments.confirm', { params, body: { ...byCard(), ...confirm } });
      return { before, after: await stored() };
    },
  };
}

const now = new Date();

describe('the message for the receipt of a paid link', () => {
  it('a link that becomes paid has one message for its receipt', async () => {
    const { pay, stored, answered } = await aMailingShop();
    const paid = await pay();
    expect(receiptMessages(paid, now)).toEqual([message]);
    await answered('refunds.create', { body: { payment_id: 'pay_1', amount: 500 } });
    expect(receiptMessages({ before: paid.after, after: await stored() }, now)).toEqual([]);
    expect(receiptMessages({ before: undefined, after: paid.before }, now)).toEqual([]);
    expect(receiptMessages({ before: paid.after, after: undefined }, now)).toEqual([]);
  });

  it.each<[what: string, more: object, confirm: object]>([
    ['without a link', { payment_link: false }, {}],
    ['without an address', { email: undefined }, {}],
    ['that is only authorized', { capture_method: 'manual' }, {}],
    ['that is declined', {}, byCard('4000000000000002')],
  ])('a payment %s has no message for a receipt', async (_, more, confirm) => {
    const { pay } = await aMailingShop();
    expect(receiptMessages(await pay(more, confirm), now)).toEqual([]);
  });

  it('a payment with an address in its billing address alone has a message for its receipt', async () => {
    const { pay } = await aMailingShop();
    expect(receiptMessages(await pay({ email: undefined, billing: { email } }), now)).toHaveLength(
      1,
    );
  });

  it('a change is repeated by the stream until its receipt is queued', async () => {
    const { pay, services, dependencies } = await aMailingShop();
    const { before, after } = await pay();
    const receipts = recordingQueue<ReceiptMessage>();
    const read = (queue: Pick<typeof receipts, 'send'>) =>
      readChanges({
        publish: async () => [],
        deliveries: recordingQueue(),
        slow: recordingQueue(),
        syncs: recordingQueue(),
        receipts: queue,
        learn: async () => {},
        metric: () => {},
        clock: () => dependencies.clock.now,
        log: services.log,
      })({ Records: [streamRecord('7', before, after)] });
    const refusing = { send: async (all: readonly ReceiptMessage[]) => all };
    expect(await read(refusing)).toEqual({ batchItemFailures: [{ itemIdentifier: '7' }] });
    expect(await read(receipts)).toEqual({ batchItemFailures: [] });
    expect(receipts.queued).toEqual([{ message, delaySeconds: 0 }]);
  });
});

describe('the mail with a receipt', () => {
  it('the mail with the receipt of a direct debit has the mandate to which the payer agreed', async () => {
    const { pay, sends, mails, answered, passes, merchant, dependencies } = await aMailingShop();
    await answered('connector-accounts.create', {
      params: { account_id: merchant.id },
      body: {
        connector_type: 'payment_processor',
        connector_name: 'stripe',
        connector_account_details: { auth_type: 'HeaderKey', api_key: 'sk_test_merchant' },
        payment_methods_enabled: [
          {
            payment_method: 'bank_debit',
            payment_method_types: [{ payment_method_type: 'sepa' }],
          },
        ],
      },
    });
    passes(5);
    await pay(
      {},
      {
        payment_method: 'bank_debit',
        payment_method_type: 'sepa',
        payment_method_data: {
          bank_debit: { sepa_bank_debit: { iban: 'DE89370400440532013000' } },
          billing: { email, address: { first_name: 'Ada' } },
        },
        customer_acceptance: {
          acceptance_type: 'online',
          accepted_at: '2026-11-30T10:00:00Z',
          online: { ip_address: '203.0.113.9', user_agent: 'Test' },
        },
      },
    );
    passes(10);
    dependencies.processor.clock.now = dependencies.clock.now;
    await answered('payments.retrieve', { params, query: { force_sync: 'true' } });
    await sends();
    const [{ text = '', html = '' } = {}] = mails;
    expect(text).toMatch(/Creditor: Shoes & Sons\nMandate reference: [0-9A-Z]{16}\n/);
    expect(text).toContain('Accepted on: November 30, 2026 at 10:00');
    expect(text).toContain('SEPA Direct Debit Mandate: By signing this mandate form');
    expect(html).toContain('SEPA Direct Debit Mandate');
    expect(text).not.toContain('DE89370400440532013000');
  });

  it('the mail with a receipt has its rows and its order, as text and as HTML, and neither a card number nor a link', async () => {
    const { pay, sends, mails, dependencies } = await aMailingShop({
      merchant_details: { address: { line1: '1 Harbour Street', city: 'Cork', country: 'IE' } },
    });
    dependencies.clock.now = new Date('2027-01-04T10:00:00Z');
    await pay(
      {
        amount: 2_598,
        order_details: [{ product_name: 'Shoes <b>', quantity: 2, amount: 1_299 }],
        statement_descriptor_name: 'SHOES',
        shipping_cost: 490,
      },
      { browser_info: { language: 'en-GB' } },
    );
    await sends();
    expect(mails).toHaveLength(1);
    const [{ text = '', html = '', ...head } = {}] = mails;
    expect(head).toEqual({
      fromName: 'Shoes & Sons',
      from: 'receipts@shop.example',
      to: email,
      subject: 'Receipt: Shoes & Sons',
    });
    expect(text).toBe(`Payment successful

€30.88
Thank you. The shop has received your payment.
Test mode: no money is moved

Shop: Shoes & Sons
  1 Harbour Street
  Cork
  Ireland
Reference: pay_1
Date: 4 January 2027 at 10:00 UTC
Paid with: Visa •••• 4242
On your statement: SHOES

2 × Shoes <b> (€12.99): €25.98

Subtotal: €25.98
Shipping: €4.90
Total: €30.88`);
    expect(html).toContain('<html lang="en" dir="ltr">');
    expect(html).toContain('<bdi>2 × Shoes &lt;b&gt; (€12.99)</bdi>');
    for (const shown of ['4 January 2027 at 10:00 UTC', 'Visa •••• 4242', '€30.88']) {
      expect(html).toContain(shown);
    }
    expect(`${text}${html}`).not.toMatch(/https?:|page_token|href|424242/);
  });

  it("the mail with a receipt is in the language of the link, else of the payer's browser", async () => {
    const { pay, sends, mails } = await aMailingShop();
    await pay({}, { browser_info: { language: 'ar-EG' } });
    await sends();
    expect(mails[0]?.html).toContain('<html lang="ar" dir="rtl">');
    expect(mails[0]?.subject).toBe('الإيصال: Shoes & Sons');
    const other = await aMailingShop();
    await other.linked({ email }, { headers: { 'accept-language': 'de-AT' } });
    const body = { ...byCard(), browser_info: { language: 'ar-EG' } };
    await other.answered('payments.confirm', { params, body });
    await other.sends();
    expect(other.mails[0]?.subject).toBe('Beleg: Shoes & Sons');
    expect(other.mails[0]?.text).toContain('€\u00a025,99');
  });

  it('the mail with a receipt is sent once, however often its message comes', async () => {
    const { pay, sends, mails, passes, lines } = await aMailingShop();
    await pay();
    await sends();
    passes(3_600);
    await sends();
    expect(mails).toHaveLength(1);
    expect(lines.filter((line) => line.includes('receipt sent'))).toHaveLength(1);
    expect(lines.join()).not.toContain(email);
  });

  it('the mail with a receipt is sent by one of two functions that get its message at once', async () => {
    const { pay, sends, mails } = await aMailingShop();
    await pay();
    const both = await Promise.allSettled([sends(), sends()]);
    expect(mails).toHaveLength(1);
    expect(both.map(({ status }) => status).sort()).toContain('fulfilled');
  });

  it('a mail that SES refused is sent by the next attempt, also after the function stopped half-way', async () => {
    const { pay, sends, mails, passes } = await aMailingShop();
    await pay();
    const refusing = { send: async () => Promise.reject(new Error('SES answered 429.')) };
    await expect(sends(refusing)).rejects.toThrow('429');
    // The claim of the failed attempt is over before the queue delivers the message again.
    await expect(sends()).rejects.toThrow();
    passes(61);
    await sends();
    expect(mails).toHaveLength(1);
  });

  it('a payment that was voided before its mail was sent has no mail', async () => {
    const { pay, sends, mails, answered } = await aMailingShop();
    await pay({ capture_method: 'manual' });
    await answered('payments.cancel', { params, body: {} });
    await sends();
    expect(mails).toEqual([]);
  });

  it('a mail has the sum that was captured, and the refunds until then', async () => {
    const { pay, sends, mails, answered } = await aMailingShop();
    await pay();
    await answered('refunds.create', { body: { payment_id: 'pay_1', amount: 500 } });
    await sends();
    expect(mails[0]?.text).toMatch(/\nRefunded: €5\.00 · /);
  });
});
