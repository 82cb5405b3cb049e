import { byCard } from '../../support/switch/payments-in-memory.ts';
import { type Answer, adminKey } from '../../support/switch/switch-in-memory.ts';
import { aSwitchWithLinks } from './a-linked-payment.ts';

const address = {
  line1: '1 <Harbour> Street',
  city: 'Cork',
  zip: 'T12 X70A',
  country: 'IE',
  first_name: 'Jane',
};

let world: Awaited<ReturnType<typeof aSwitchWithLinks>>;
beforeEach(async () => {
  world = await aSwitchWithLinks({
    merchant_name: 'Shoes & Sons',
    merchant_details: { address },
  });
  world.dependencies.clock.now = new Date('2027-01-04T10:00:00Z');
});

const params = { payment_id: 'pay_1' };
const paid = async (more: object = {}, confirm: object = {}) => {
  await world.linked(more);
  return world.answered('payments.confirm', { params, body: { ...byCard(), ...confirm } });
};
const refund = (amount: number, refund_id: string) =>
  world.answered('refunds.create', { body: { payment_id: 'pay_1', amount, refund_id } });

const receiptIn = ({ text }: Answer): string | undefined =>
  /<section aria-labelledby="receipt">.*?<\/section>/s.exec(text)?.[0];
const shown = async (locale = 'en-IE') =>
  receiptIn(await world.status('pay_1', { query: { locale } }));

/** The rows of a receipt: each label with its values, without tags. */
const rowsOf = (html = '') =>
  [...html.matchAll(/<dt[^>]*>(.*?)<\/dt><dd[^>]*>(.*?)<\/dd>/g)].map(([, label, values = '']) => [
    label,
    ...values.split('<br>').map((one) => one.replace(/<[^>]*>/g, '')),
  ]);

describe('the receipt of a payment', () => {
  it('a receipt has the address of the shop, the time, the card and the text on the statement', async () => {
    await paid({
      merchant_order_reference_id: 'Order 7',
      statement_descriptor_name: 'SHOES AND SONS OF THE HARBOUR',
    });
    expect(rowsOf(await shown())).toEqual([
      ['Shop', 'Shoes &amp; Sons', '1 &lt;Harbour&gt; Street', 'Cork T12 X70A', 'Ireland'],
      ['Reference', 'Order 7'],
      ['Date', '4 January 2027 at 10:00 UTC'],
      ['Paid with', 'Visa •••• 4242'],
      ['On your statement', 'SHOES AND SONS OF THE '],
    ]);
    expect(rowsOf(await shown('de-AT'))).toEqual([
      ['Shop', 'Shoes &amp; Sons', '1 &lt;Harbour&gt; Street', 'Cork T12 X70A', 'Irland'],
      ['Referenz', 'Order 7'],
      ['Datum', '4. Jänner 2027 um 10:00 UTC'],
      ['Bezahlt mit', 'Visa •••• 4242'],
      ['Auf Ihrem Kontoauszug', 'SHOES AND SONS OF THE '],
    ]);
  });

  it('a receipt shows the text on the statement that the billing descriptor states', async () => {
    await paid({ billing_descriptor: { statement_descriptor: 'HARBOUR' } });
    expect(rowsOf(await shown())).toContainEqual(['On your statement', 'HARBOUR']);
  });

  it('a receipt of another payment method than a card names it', async () => {
    await world.answered('connector-accounts.create', {
      key: adminKey,
      params: { account_id: world.merchant.id },
      body: {
        connector_type: 'payment_processor',
        connector_name: 'adyen_test',
        connector_account_details: { auth_type: 'HeaderKey', api_key: 'another key' },
        payment_methods_enabled: [
          { payment_method: 'bank_debit', payment_method_types: [{ payment_method_type: 'sepa' }] },
        ],
      },
    });
    world.passes(5);
    const customer_acceptance = { acceptance_type: 'offline' };
    await paid(
      {},
      {
        payment_method: 'bank_debit',
        payment_method_type: 'sepa',
        payment_method_data: {
          bank_debit: {
            sepa_bank_debit: {
              iban: 'DE89370400440532013000',
              bank_account_holder_name: 'Jane Doe',
            },
          },
          billing: { email: 'jane@example.com', address: { first_name: 'Jane', last_name: 'Doe' } },
        },
        customer_acceptance,
      },
    );
    const html = await shown();
    expect(rowsOf(html)).toContainEqual(['Paid with', 'Direct debit (SEPA) •••• 3000']);
    expect(html).not.toContain('DE8937');
  });

  it('a receipt shows each line with its unit price, and shipping, tax and the total', async () => {
    await paid({
      amount: 5_000,
      shipping_cost: 490,
      order_tax_amount: 310,
      order_details: [
        { product_name: 'Shoes', quantity: 3, amount: 1_299 },
        { product_name: 'Laces', quantity: 1, amount: 1_103 },
      ],
    });
    const html = (await shown()) ?? '';
    expect(html).toContain('3 × <bdi>Shoes</bdi> <span class="quiet">(€12.99)</span>');
    expect(rowsOf(html).slice(-4)).toEqual([
      ['Subtotal', '€50.00'],
      ['Shipping', '€4.90'],
      ['Tax', '€3.10'],
      ['Total', '€58.00'],
    ]);
  });

  it('a receipt without order lines shows shipping, tax and a surcharge', async () => {
    await paid({
      shipping_cost: 490,
      order_tax_amount: 310,
      surcharge_details: { surcharge_amount: 100, tax_amount: 19 },
    });
    expect(rowsOf(await shown()).slice(-5)).toEqual([
      ['Subtotal', '€25.99'],
      ['Shipping', '€4.90'],
      ['Surcharge', '€1.00'],
      ['Tax', '€3.29'],
      ['Total', '€35.18'],
    ]);
  });

  it('a receipt of one amount does not repeat it as a sum', async () => {
    await paid();
    expect(rowsOf(await shown()).at(-1)?.[0]).toBe('Paid with');
  });

  it('a receipt shows the tax that is part of the order lines', async () => {
    const line = { product_name: 'Shoes', quantity: 1, amount: 2_599, total_tax_amount: 415 };
    await paid({ order_details: [line] });
    expect(rowsOf(await shown()).slice(-2)).toEqual([
      ['Tax included', '€4.15'],
      ['Total', '€25.99'],
    ]);
  });

  it('a receipt shows each refund with its time, and no failed one', async () => {
    await paid();
    world.passes(86_400);
    await refund(500, 'ref_1');
    world.passes(86_400);
    await refund(300, 'ref_2');
    const rows = rowsOf(await shown());
    expect(rows).toContainEqual([
      ...['Refunded', '€5.00 · 5 January 2027 at 10:00 UTC', '€3.00 · 6 January 2027 at 10:00 UTC'],
    ]);
    expect(rows).toContainEqual(['Date', '4 January 2027 at 10:00 UTC']);
  });

  it('a receipt of a partial capture shows the captured amount', async () => {
    await paid({ capture_method: 'manual' });
    expect((await world.status('pay_1')).text).toContain('id="amount">€25.99<');
    await world.answered('payments.capture', { params, body: { amount_to_capture: 1_000 } });
    const { text } = await world.status('pay_1');
    expect(text).toContain('<h1>Payment successful</h1>');
    expect(text).toContain('id="amount">€10.00<');
  });

  it("a receipt's policy allows the images of its order lines", async () => {
    const product_img_link = 'https://images.example/a.png';
    await paid({
      order_details: [{ product_name: 'Shoes', quantity: 1, amount: 2_599, product_img_link }],
    });
    const { headers, text } = await world.status('pay_1');
    expect(text).toContain(`<img src="${product_img_link}"`);
    expect(headers['content-security-policy']).toContain('img-src data: https://images.example;');
  });

  it('a payment that took nothing has no receipt', async () => {
    await world.setProfile({ is_manual_retry_enabled: false });
    await world.linked();
    expect(await shown()).toBeUndefined();
    await world.answered('payments.confirm', { params, body: byCard('4000000000000002') });
    expect((await world.status('pay_1')).text).toContain('<h1>Payment failed</h1>');
    expect(await shown()).toBeUndefined();
    await world.linked({ payment_id: 'pay_2' });
    await world.answered('payments.cancel', { params: { payment_id: 'pay_2' }, body: {} });
    const cancelled = await world.status('pay_2');
    expect(cancelled.text).toContain('<h1>Payment cancelled</h1>');
    expect(receiptIn(cancelled)).toBeUndefined();
  });
});
