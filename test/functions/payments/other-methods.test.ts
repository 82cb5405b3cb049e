import { createPayment } from '#switch/payments/operations.ts';
import { typesOf } from '#vocabulary/payment-methods.ts';
import {
  type MethodRequest,
  type Next,
  otherMethods,
  requestOf,
} from '../../support/requests/other-methods.ts';
import { unpublishedIn } from '../../support/requests/published-answers.ts';
import { switchWithMethods } from './switch-with-methods.ts';

type SwitchWithMethods = Awaited<ReturnType<typeof switchWithMethods>>;
let world: SwitchWithMethods;
beforeAll(async () => {
  world = await switchWithMethods();
});

const named = otherMethods.map(
  ([request, next]) =>
    [`${request.payment_method} ${request.payment_method_type}`, request, next] as const,
);

it('the table of payment methods has a row for every type', () => {
  const rows = otherMethods.map(([{ payment_method, payment_method_type }]) => [
    payment_method,
    payment_method_type,
  ]);
  const all = Object.entries(typesOf).flatMap(([method, types]) =>
    method === 'card' ? [] : types.map((type) => [method, type]),
  );
  expect(rows.length).toBe(all.length);
  expect(new Set(rows.map(String))).toEqual(new Set(all.map(String)));
});

const expectPublished = (payment: unknown) =>
  expect(unpublishedIn(createPayment, payment)).toEqual([]);

/** The merchant's first view, before the customer or the processor acts. */
function expectFirst(payment: Record<string, unknown>, next: Next) {
  if (next === 'succeeded' || next === 'processing') {
    expect(payment).toMatchObject({ status: next, next_action: null });
  } else {
    expect(payment).toMatchObject({
      status: 'requires_customer_action',
      next_action: { type: next },
    });
  }
  expectPublished(payment);
}

describe('a payment that ends well', () => {
  it.each(named)('a payment that succeeds by %s', async (_, request, next) => {
    const { status, body: payment } = await world.create({ amount: 6_540, ...request });
    expect(status).toBe(200);
    expectFirst(payment, next);
    if (next === 'redirect_to_url') await world.press(payment.payment_id, true);
    else world.passes(21);
    const paid = await world.sync(payment.payment_id);
    expect(paid).toMatchObject({
      status: 'succeeded',
      amount_received: 6_540,
      next_action: null,
      error_code: null,
      payment_method: request.payment_method,
      payment_method_type: request.payment_method_type,
      payment_method_data: { [request.payment_method]: expect.anything() },
    });
    expectPublished(paid);
  });
});

/** The same request with data that makes it fail, where the method has such data. */
const failing = (request: MethodRequest): MethodRequest =>
  request.payment_method_type === 'upi_collect'
    ? { ...request, payment_method_data: { upi: { upi_collect: { vpa_id: 'failure@upi' } } } }
    : request;

describe('a payment that fails', () => {
  it.each(named)('a payment that fails by %s', async (_, request, next) => {
    const isAtOnce = next === 'succeeded' || request.payment_method_type === 'upi_collect';
    const isLater = next !== 'redirect_to_url' && !isAtOnce;
    const amount = isAtOnce ? 6_551 : isLater ? 6_552 : 6_540;
    const { body: payment } = await world.create({ amount, ...failing(request) });
    if (!isAtOnce) expectFirst(payment, next);
    if (isLater) world.passes(21);
    else if (!isAtOnce) await world.press(payment.payment_id, false);
    const failed = isAtOnce ? payment : await world.sync(payment.payment_id);
    expect(failed).toMatchObject({
      status: 'failed',
      amount_received: null,
      next_action: null,
      ...(next === 'redirect_to_url' && !isAtOnce
        ? // A customer who rejects leaves neither code nor message.
          { error_code: null, error_message: null }
        : { error_code: expect.stringMatching(/^DC_0[68]$/), error_message: expect.any(String) }),
    });
  });
});

describe('the next action of a customer', () => {
  it('a customer who pays by QR code sees a code that a camera reads', async () => {
    const { body } = await world.create({ amount: 6_540, ...requestOf('prompt_pay') });
    expect(body.next_action).toMatchObject({
      type: 'qr_code_information',
      image_data_url: expect.stringMatching(/^data:image\/png;base64,[\w+/=]+$/),
      qr_code_url: body.next_action.raw_qr_data,
      display_to_timestamp: expect.any(Number),
    });
    // The image is made when it is shown, and takes no place.
    expect(JSON.stringify(world.stored(body.payment_id))).not.toContain('data:image');
  });

  it('a customer who pays by bank transfer sees the account and the amount', async () => {
    const { body } = await world.create({ amount: 6_540, ...requestOf('sepa_bank_transfer') });
    expect(body.next_action.bank_transfer_steps_and_charges_details).toEqual({
      sepa_bank_instructions: {
        account_holder_name: 'Turnout Test Shop',
        bic: 'COBADEFFXXX',
        country: 'DE',
        iban: 'DE89370400440532013000',
        reference: expect.stringMatching(/^\d{9}$/),
      },
      receiver: { amount_received: 0, amount_charged: 6_540, amount_remaining: 6_540 },
    });
  });

  it.each([
    ['ach', 'ach_credit_transfer'],
    ['bacs', 'bacs_bank_instructions'],
    ['multibanco', 'multibanco'],
    ['bni_va', 'doku_bank_transfer_instructions'],
  ])('a customer who pays by %s sees it as %s', async (type, instructions) => {
    const request = requestOf(type, 'bank_transfer');
    const { body } = await world.create({ amount: 6_540, ...request });
    expect(body.next_action.bank_transfer_steps_and_charges_details).toHaveProperty(instructions);
  });

  it('a customer who pays by UPI sees a URL that a UPI app understands, as a link or as a code', async () => {
    const link = await world.create({ amount: 6_540, ...requestOf('upi_intent') });
    expect(link.body.next_action).toMatchObject({
      sdk_uri: expect.stringMatching(/^upi:\/\/pay\?pa=.*&am=65\.40&cu=USD$/),
      poll_config: { delay_in_secs: 5, frequency: 5 },
    });
    const code = await world.create({ amount: 6_540, ...requestOf('upi_qr') });
    expect(code.body.next_action.qr_code_url).toMatch(/^data:image\/png;base64,/);
  });

  it('a voucher payment shows its voucher as text', async () => {
    const { body } = await world.create({ amount: 6_540, ...requestOf('oxxo') });
    expect(JSON.parse(body.next_action.voucher_details)).toEqual({
      reference: expect.stringMatching(/^\d{9}$/),
      expires_at: expect.any(Number),
      expiry_date: expect.stringMatching(/^\d{4}-/),
      download_url: expect.stringMatching(/^http/),
      instructions_url: expect.stringMatching(/^http/),
    });
  });

  it.each([
    ['google_pay', { google_pay_third_party_sdk: {} }, 'third_party_sdk_session_token'],
    ['apple_pay', { apple_pay_third_party_sdk: {} }, 'third_party_sdk_session_token'],
    ['paze', { paze: {} }, 'invoke_sdk_client'],
    ['amazon_pay', { amazon_pay: {} }, 'invoke_sdk_client'],
  ])(
    'a payment by %s without customer data shows the link to its app',
    async (type, wallet, next) => {
      const { body } = await world.create({
        amount: 6_540,
        payment_method: 'wallet',
        payment_method_type: type,
        payment_method_data: { wallet },
      });
      expect(body.next_action).toMatchObject({ type: next });
      expectPublished(body);
      world.passes(21);
      expect(await world.sync(body.payment_id)).toMatchObject({ status: 'succeeded' });
    },
  );

  it('a payment waits for a customer who pays at the page, when the amount states that', async () => {
    const { body } = await world.create({ amount: 6_553, ...requestOf('fps') });
    world.passes(3_600);
    expect(await world.sync(body.payment_id)).toMatchObject({ status: 'requires_customer_action' });
    await world.dependencies.processor.visit(
      `${body.next_action.qr_code_url}/complete?confirm=false`,
    );
    expect(await world.sync(body.payment_id)).toMatchObject({ status: 'failed' });
  });

  it('a payment can be paid at its page before it is paid by itself, and not be rejected there', async () => {
    const { body } = await world.create({ amount: 6_540, ...requestOf('fps') });
    const page = body.next_action.qr_code_url;
    const { body: html } = await world.dependencies.processor.visit(page);
    expect(html).toContain('<bdi>FPS</bdi>');
    expect(html).toContain('Complete Payment');
    expect(html).not.toContain('Reject Payment');
    await world.dependencies.processor.visit(`${page}/complete?confirm=false`);
    expect(await world.sync(body.payment_id)).toMatchObject({ status: 'requires_customer_action' });
    await world.dependencies.processor.visit(`${page}/complete?confirm=true`);
    expect(await world.sync(body.payment_id)).toMatchObject({ status: 'succeeded' });
  });

  it("a payment's page is closed once the merchant has cancelled", async () => {
    const { body } = await world.create({ amount: 6_540, ...requestOf('fps') });
    expect(await world.cancel(body.payment_id)).toMatchObject({
      status: 200,
      body: { status: 'cancelled', next_action: null },
    });
    const page = body.next_action.qr_code_url;
    expect((await world.dependencies.processor.visit(page)).status).toBe(404);
    world.passes(21);
    expect(await world.sync(body.payment_id)).toMatchObject({ status: 'cancelled' });
  });

  it.each([
    ['google_pay', 'google_pay_redirect', 'Google Pay'],
    ['paypal', 'paypal_redirect', 'PayPal'],
    ['we_chat_pay', 'we_chat_pay_redirect', 'WeChat Pay'],
    ['mb_way', 'mb_way_redirect', 'Mb Way'],
    ['ali_pay', 'ali_pay_redirect', 'Alipay'],
    ['ali_pay_hk', 'ali_pay_hk_redirect', 'Alipay HK'],
  ])('a payment at the page of %s has the title %s', async (type, shape, mode) => {
    const { body } = await world.create({
      amount: 6_540,
      payment_method: 'wallet',
      payment_method_type: type,
      payment_method_data: { wallet: { [shape]: {} } },
    });
    const page = world.stored(body.payment_id).attempt.redirectUrl ?? '';
    expect((await world.dependencies.processor.visit(page)).body).toContain(`<bdi>${mode}</bdi>`);
  });
});

describe('the UPI data of a customer', () => {
  it.each([
    ['failure@upi', 'DC_06', 'Payment is not successful'],
    ['somebody@upi', 'DC_08', 'Payment declined: Invalid Upi id'],
    [undefined, 'DC_08', 'Payment declined: Invalid Upi id'],
  ])("a customer's UPI request fails for %s", async (vpa_id, code, message) => {
    const { body } = await world.create({
      amount: 6_540,
      payment_method: 'upi',
      payment_method_type: 'upi_collect',
      payment_method_data: { upi: { upi_collect: { vpa_id } } },
    });
    expect(body).toMatchObject({ status: 'failed', error_code: code, error_message: message });
  });
});

describe('Click to Pay', () => {
  const ctp_service_details = {
    merchant_transaction_id: '0a4e0d3.34f4a04b.dfe3d0c1dcd9f66d',
    correlation_id: 'b8f1bd4e-4a68-4a3f',
    x_src_flow_id: '34f4a04b.66a7d78e',
    provider: 'mastercard',
    encrypted_payload: 'eyJlbmMiOiJBMTI4R0NNIn0',
  };

  it.each([
    [6_540, 'succeeded', null],
    [6_551, 'failed', 'DC_08'],
  ])(
    'a Click to Pay payment states card details that the request lacks: %i',
    async (amount, status, error_code) => {
      const { body } = await world.create({ amount, payment_method: 'card', ctp_service_details });
      expect(body).toMatchObject({ status, error_code, card_discovery: 'click_to_pay' });
      expect(JSON.stringify(world.port.items())).not.toContain('eyJlbmMiOiJBMTI4R0NNIn0');
    },
  );
});

describe('debits', () => {
  it.each([
    ['sepa', { sepa_bank_debit: { iban: 'DE62370400440532013001' } }],
    ['ach', { ach_bank_debit: { account_number: '000111111116', routing_number: '110000000' } }],
    ['becs', { becs_bank_debit: { account_number: '111111113', bsb_number: '000000' } }],
    ['bacs', { bacs_bank_debit: { account_number: '33333335', sort_code: '108800' } }],
  ])('debits of the %s test account fail', async (type, bank_debit) => {
    const { body } = await world.create({
      amount: 6_540,
      payment_method: 'bank_debit',
      payment_method_type: type,
      payment_method_data: { bank_debit },
    });
    expect(body).toMatchObject({ status: 'processing' });
    world.passes(6);
    expect(await world.sync(body.payment_id)).toMatchObject({ status: 'failed' });
  });
});

describe('a payment by a slow payment method', () => {
  it.each([
    ['a bank debit', 'sepa', 3_600],
    ['a bank transfer', 'multibanco', 3_600],
    ['a voucher', 'oxxo', 3_600],
    ['a wallet', 'swish', 60],
  ])('a slow payment like %s by %s is synced after %i seconds', async (_, type, seconds) => {
    const { body } = await world.create({ amount: 6_540, ...requestOf(type) });
    const { pendingSync: waiting } = world.stored(body.payment_id);
    const now = world.dependencies.clock.now.getTime();
    expect(Date.parse(waiting?.nextAt ?? '') - now).toBe(seconds * 1_000);
  });
});

describe('an ability that a payment method lacks', () => {
  it('a payment method that captures at once cannot be reserved', async () => {
    const answer = await world.create({
      amount: 6_540,
      capture_method: 'manual',
      ...requestOf('ideal'),
    });
    expect(answer).toMatchObject({
      status: 400,
      body: {
        error: {
          type: 'invalid_request',
          code: 'IR_19',
          message: 'Payment method type not supported',
          reason: 'manual is not supported by fauxpay',
        },
      },
    });
  });

  it('a wallet payment can be reserved until its capture', async () => {
    const { body } = await world.create({
      amount: 6_540,
      capture_method: 'manual',
      ...requestOf('google_pay'),
    });
    expect(body).toMatchObject({ status: 'requires_capture', amount_capturable: 6_540 });
  });

  it.each(['oxxo', 'crypto_currency', 'classic', 'givex', 'direct_carrier_billing'])(
    'a payment method that cannot refund is refused a refund, by %s',
    async (type) => {
      const { body } = await world.create({ amount: 6_540, ...requestOf(type) });
      if (body.next_action?.type === 'redirect_to_url') await world.press(body.payment_id, true);
      else world.passes(21);
      expect(await world.sync(body.payment_id)).toMatchObject({ status: 'succeeded' });
      expect(await world.refund(body.payment_id)).toMatchObject({
        status: 422,
        body: {
          error: {
            code: 'IR_06',
            message: `Refunds are currently not supported for ${type} transactions via fauxpay`,
          },
        },
      });
    },
  );

  it.each(['google_pay', 'sepa', 'prompt_pay'])(
    'a payment method that can refund is not refused, by %s',
    async (type) => {
      const { body } = await world.create({ amount: 6_540, ...requestOf(type) });
      world.passes(21);
      await world.sync(body.payment_id);
      expect(await world.refund(body.payment_id)).toMatchObject({
        status: 200,
        body: { status: 'succeeded', amount: 6_540 },
      });
    },
  );

  it('a payment method cannot be paid with the details of another', async () => {
    const answer = await world.create({
      amount: 6_540,
      payment_method: 'pay_later',
      payment_method_type: 'klarna',
      payment_method_data: { pay_later: { affirm_redirect: {} } },
    });
    expect(answer).toMatchObject({
      status: 400,
      body: {
        error: {
          code: 'IR_07',
          message:
            'Invalid value provided: payment_method_data, payment_method_type and payment_experience does not match',
        },
      },
    });
  });
});

it('a payment by another method stores no data that could be used to pay', () => {
  const kept = JSON.stringify(world.port.items()) + world.dependencies.logged.join('');
  for (const secret of [
    'ZW5jcnlwdGVkIGJ5IHRoZSB3YWxsZXQ=', // Apple Pay
    'MEUCIQDh', // Google Pay
    'eyJhbGciOiJSUzI1NiJ9', // Paze
    'AgAAAAAAAIR8CQrXcIhbQAAAAAA=', // a cryptogram
    '4242424242424242',
    '777123', // BLIK
    'DE89370400440532013000',
    '6364530000000000',
    '6036280000000000000',
    'success@upi',
  ]) {
    // An account that the switch shows to customers, to pay to, is no secret.
    const told = kept.replaceAll(/"iban":"DE89370400440532013000"/g, '');
    expect(told).not.toContain(secret);
  }
});
