import { cachedShards } from '#platform/lists/shards.ts';
import { tableOver } from '#platform/table/table.ts';
import { searchIntervalMs } from '#platform/time-limits.ts';
import { createPayment } from '#switch/payments/operations.ts';
import { syncDueItem } from '#switch/sync/sync-due-item.ts';
import type { SyncMessage } from '#switch/sync/sync-message.ts';
import type { DeliveryMessage } from '#webhooks/delivery/delivery-message.ts';
import { findDue } from '../../../functions/queues/find-due.ts';
import { projectLists } from '../../../functions/queues/project-lists.ts';
import { publishEvents } from '../../../functions/queues/publish-events.ts';
import { recordingQueue } from '../../support/receivers/webhook-delivery.ts';
import {
  type MethodRequest,
  otherMethods,
  requestOf,
} from '../../support/requests/other-methods.ts';
import { unpublishedIn } from '../../support/requests/published-answers.ts';
import { findings } from '../../support/switch/canary.ts';
import { byCard } from '../../support/switch/payments-in-memory.ts';
import { aMerchant } from '../../support/switch/switch-in-memory.ts';
import { switchWithMethods } from './switch-with-methods.ts';
import { asText, leftIn } from './vault-witnesses.ts';

type SwitchWithMethods = Awaited<ReturnType<typeof switchWithMethods>>;

/** Numbers that pay like a card's are stored in the vault or not at all. */
const keptNowhere = ['network_token', 'bancontact_card'];
const named = otherMethods.map(
  ([request, next]) =>
    [`${request.payment_method} ${request.payment_method_type}`, request, next] as const,
);
const isKept = ({ payment_method_type }: MethodRequest) =>
  !keptNowhere.includes(payment_method_type);

const begin = (world: SwitchWithMethods, request: object, more: object = {}) =>
  world.create({ amount: 6_540, confirm: false, ...request, ...more });

describe('a payment that is created first and then confirmed with nothing', () => {
  let world: SwitchWithMethods;
  beforeAll(async () => {
    world = await switchWithMethods();
  });

  it.each(named.filter(([, request]) => isKept(request)))(
    'a payment by %s confirmed without data ends as one that is confirmed at once',
    async (_, request, next) => {
      const { status, body: created } = await begin(world, request);
      expect(status).toBe(200);
      const { payment_id: id, payment_method_data: shown } = created;
      expect(created).toMatchObject({
        status: 'requires_confirmation',
        next_action: null,
        payment_method: request.payment_method,
        payment_method_type: request.payment_method_type,
        payment_method_data: { [request.payment_method]: expect.anything() },
      });
      expect(unpublishedIn(createPayment, created)).toEqual([]);
      expect(world.stored(id).attachedMethod).toBeDefined();

      const confirmed = await world.confirm(id);
      const isOver = next === 'succeeded' || next === 'processing';
      expect(confirmed).toMatchObject({
        status: 200,
        body: {
          status: isOver ? next : 'requires_customer_action',
          next_action: isOver ? null : { type: next },
          payment_method_data: shown,
        },
      });
      expect(world.stored(id).attachedMethod).toBeUndefined();
      if (next === 'redirect_to_url') await world.press(id, true);
      else world.passes(21);
      expect(await world.sync(id)).toMatchObject({ status: 'succeeded', amount_received: 6_540 });
    },
  );

  it.each(named.filter(([, request]) => !isKept(request)))(
    'a payment by %s needs the data again at its confirm: such a number is stored in no payment',
    async (_, request) => {
      const { body } = await begin(world, request);
      expect(body).toMatchObject({ status: 'requires_payment_method', payment_method_data: null });
      expect(world.stored(body.payment_id).attachedMethod).toBeUndefined();
      expect(await world.confirm(body.payment_id)).toMatchObject({ status: 422 });
      expect(await world.confirm(body.payment_id, request)).toMatchObject({ status: 200 });
    },
  );

  const dpan = '4895370012003478';
  const cryptogram = 'AOfZ7dvsAAK0AANUAAAAgLMAFA==';
  it.each([
    [
      'apple_pay',
      {
        payment_data: {
          application_primary_account_number: dpan,
          application_expiration_month: '12',
          application_expiration_year: '2039',
          payment_data: { online_payment_cryptogram: cryptogram },
        },
        payment_method: { display_name: 'Visa 3478', network: 'Visa', type: 'debit' },
        transaction_identifier: '3cee896791d47a4e',
      },
    ],
    [
      'google_pay',
      {
        type: 'CARD',
        description: 'Visa 3478',
        info: { card_network: 'VISA', card_details: '3478' },
        tokenization_data: {
          application_primary_account_number: '4895 3700 1200 3478',
          card_exp_month: '12',
          card_exp_year: '2039',
          cryptogram,
        },
      },
    ],
    ['samsung_pay', { payment_credential: { number: Number(dpan) } }],
  ])('a payment by %s that the merchant has decrypted is not stored either', async (type, data) => {
    const { status, body } = await begin(world, {
      payment_method: 'wallet',
      payment_method_type: type,
      payment_method_data: { wallet: { [type]: data } },
    });
    expect([status, body.status]).toEqual([200, 'requires_payment_method']);
    expect(asText(world.stored(body.payment_id))).not.toContain(cryptogram);
    expect(asText(world.stored(body.payment_id))).not.toMatch(/4895.?3700/);
  });

  it('a confirm may repeat the attached payment method, and be paid with it', async () => {
    const { body } = await begin(world, requestOf('sepa'));
    expect(await world.confirm(body.payment_id, requestOf('oxxo'))).toMatchObject({
      body: { payment_method_type: 'oxxo', next_action: { type: 'display_voucher_information' } },
    });
    expect(world.stored(body.payment_id).attachedMethod).toBeUndefined();
  });

  it('a payment with an attached method may be given only another billing address', async () => {
    const { payment_method_data, ...request } = requestOf('sepa');
    const billing = (city: string) => ({ address: { city } });
    const { body } = await begin(world, {
      ...request,
      payment_method_data: { ...Object(payment_method_data), billing: billing('Berlin') },
    });
    expect(body.payment_method_data.billing).toMatchObject(billing('Berlin'));
    const confirmed = await world.confirm(body.payment_id, {
      payment_method_data: { billing: billing('Lisbon') },
    });
    expect(confirmed.body).toMatchObject({
      status: 'processing',
      payment_method_data: {
        bank_debit: { sepa: { iban: '****3000' } },
        billing: billing('Lisbon'),
      },
    });
  });

  it('a failed payment with an attached method needs the data again', async () => {
    const { profileId: profile_id, id: account_id } = world.merchant;
    const allowed = await world.ask('profiles.update', {
      key: world.merchant.key,
      params: { account_id, profile_id },
      body: { is_manual_retry_enabled: true },
    });
    expect(allowed.status).toBe(200);
    const { body } = await begin(world, requestOf('givex'), { amount: 6_551 });
    expect((await world.confirm(body.payment_id)).body.status).toBe('failed');
    expect((await world.confirm(body.payment_id)).status).toBe(422);
    const again = await world.confirm(body.payment_id, requestOf('givex'));
    expect(again.body).toMatchObject({ status: 'failed', attempt_count: 2 });
  });
});

describe('an attached payment method', () => {
  const iban = (number: string): MethodRequest => ({
    payment_method: 'bank_debit',
    payment_method_type: 'sepa',
    payment_method_data: { bank_debit: { sepa_bank_debit: { iban: number } } },
  });
  const [first, second] = ['DE89370400440532013000', 'FR1420041010050500013M02606'];

  /** A payment by the first account, and the processor's requests from now on. */
  async function told() {
    const world = await switchWithMethods();
    const { body } = await begin(world, iban(first));
    const shown: string[] = [];
    const { send } = world.dependencies;
    world.dependencies.send = (request, options) => {
      shown.push(request.body ?? '');
      return send(request, options);
    };
    const update = (changes: object) =>
      world.ask('payments.update', {
        key: world.merchant.key,
        params: { payment_id: body.payment_id },
        body: changes,
      });
    return { world, update, id: String(body.payment_id), shown: () => shown.join('') };
  }

  it('an attached payment method is replaced by an update that states another one', async () => {
    const { world, update, id, shown } = await told();
    const before = world.stored(id).attachedMethod;
    expect((await update(iban(second))).body).toMatchObject({
      status: 'requires_confirmation',
      payment_method_data: { bank_debit: { sepa: { iban: '****2606' } } },
    });
    expect(world.stored(id).attachedMethod).not.toEqual(before);
    expect((await world.confirm(id)).body.status).toBe('processing');
    expect(shown()).toContain(second);
    expect(shown()).not.toContain(first);
  });

  it('an update without payment method data removes the attached payment method', async () => {
    const { world, update, id } = await told();
    expect((await update({ amount: 100 })).body).toMatchObject({
      status: 'requires_payment_method',
      payment_method_data: null,
    });
    expect(world.stored(id).attachedMethod).toBeUndefined();
    expect((await world.confirm(id)).status).toBe(422);
  });

  it('an attached payment method is charged by an update that confirms', async () => {
    const { world, update, id, shown } = await told();
    expect((await update({ confirm: true, amount: 7_000 })).body).toMatchObject({
      status: 'processing',
      amount: 7_000,
    });
    expect(shown()).toContain(first);
    expect(world.stored(id).attachedMethod).toBeUndefined();
  });

  it('an attached payment method is replaced by the one that a confirming update states', async () => {
    const { world, update, id, shown } = await told();
    expect((await update({ confirm: true, ...iban(second) })).body.status).toBe('processing');
    expect(shown()).toContain(second);
    expect(shown()).not.toContain(first);
    expect(world.stored(id).attachedMethod).toBeUndefined();
  });

  it('an attached payment method is replaced by a card, and replaces one', async () => {
    const { world, update, id } = await told();
    expect((await update(byCard())).body.payment_method_data.card.last4).toBe('4242');
    expect(world.stored(id)).toMatchObject({ attachedCard: { token: expect.any(String) } });
    expect(world.stored(id).attachedMethod).toBeUndefined();
    expect((await update(iban(second))).body.status).toBe('requires_confirmation');
    expect(world.stored(id)).not.toHaveProperty('attachedCard');
    expect(leftIn(world.dependencies.vault)).toEqual([]);
  });

  it('an attached payment method is deleted with the payment that is cancelled', async () => {
    const { world, id } = await told();
    expect((await world.cancel(id)).body.status).toBe('cancelled');
    expect(world.stored(id).attachedMethod).toBeUndefined();
  });

  it('an attached payment method is charged once when two confirm at once', async () => {
    const { world, id, shown } = await told();
    const both = await Promise.all([world.confirm(id), world.confirm(id)]);
    expect(both.map(({ status }) => status).sort()).not.toEqual([200, 200]);
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(shown().split(first)).toHaveLength(2);
  });

  it('an attached payment method is refused while the encryption key cannot be used, and the payment is unchanged', async () => {
    const { world, id } = await told();
    const { unwrap } = world.dependencies.keys;
    const denied = async () => {
      throw new Error('AccessDeniedException');
    };
    world.dependencies.keys.unwrap = denied;
    const before = asText(world.port.items());
    expect((await begin(world, iban(second))).status).toBe(500);
    expect((await world.confirm(id)).status).toBe(500);
    expect(asText(world.port.items())).toBe(before);
    world.dependencies.keys.unwrap = unwrap;
    expect((await world.confirm(id)).body.status).toBe('processing');
  });

  it('an attached payment method may be as large as a request', async () => {
    const { world } = await told();
    const token = 'x'.repeat(32_000);
    const wallet = (complete_response: string) => ({
      payment_method: 'wallet',
      payment_method_type: 'paze',
      payment_method_data: { wallet: { paze: { complete_response } } },
    });
    const { body } = await begin(world, wallet(token));
    expect(body.status).toBe('requires_confirmation');
    // The table takes 400 KB.
    expect(asText(world.stored(body.payment_id)).length).toBeLessThan(64_000);
    expect((await world.confirm(body.payment_id)).body.status).toBe('succeeded');
    expect(await begin(world, wallet(`${token}${token}`))).toMatchObject({
      status: 400,
      body: { error: { code: 'IR_06' } },
    });
  });

  /** The number of due items found and synced this many seconds after the session has ended. */
  async function lookedAt(
    { port, services, stored }: SwitchWithMethods,
    id: string,
    seconds: number,
  ) {
    const later = new Date(Date.parse(stored(id).expiresAt) + seconds * 1_000);
    const waiting = recordingQueue<SyncMessage>();
    const clock = () => later;
    const finding = { ...services, table: tableOver(port), syncs: waiting, clock };
    // For a run two minutes on, all that is due by now is late.
    const at = new Date(later.getTime() + 2 * searchIntervalMs);
    await findDue({ ...finding, deliveries: recordingQueue<DeliveryMessage>() })({ at });
    const request = { remainingMs: () => 28_000, requestId: 'req_look' };
    const due = waiting.queued.filter(({ message: { dueAt } }) => dueAt <= later.toISOString());
    for (const { message } of due) {
      // Messages may come twice.
      await syncDueItem({ ...services, clock }, message, request);
      await syncDueItem({ ...services, clock }, message, request);
    }
    return due.length;
  }

  it('an attached payment method is stored for the session and a day, as a card is, and then deleted', async () => {
    const { world, update, id } = await told();
    await begin(world, requestOf('paypal'));
    await update({ ...iban(second), session_expiry: 6_000 });
    expect(await lookedAt(world, id, 86_400 - 60)).toBe(0);
    expect(world.stored(id).attachedMethod).toBeDefined();
    expect(await lookedAt(world, id, 86_400 + 60)).toBe(1);
    expect(world.stored(id).attachedMethod).toBeUndefined();
    expect(world.stored(id)).not.toHaveProperty('dueAt');
    expect(await lookedAt(world, id, 86_400 + 120)).toBe(0);
    const params = { payment_id: id };
    const { body } = await world.ask('payments.retrieve', { key: world.merchant.key, params });
    expect(body).toMatchObject({
      status: 'requires_payment_method',
      payment_method_data: null,
      amount: 6_540,
      net_amount: 6_540,
    });
    expect((await world.confirm(id)).status).toBe(422);
    expect((await world.confirm(id, iban(first))).body.status).toBe('processing');
  });

  it('an attached payment method that expires during its confirm is charged once or gone', async () => {
    const { world, id, shown } = await told();
    const [confirmed] = await Promise.all([world.confirm(id), lookedAt(world, id, 86_400 + 60)]);
    expect([200, 400, 409, 422]).toContain(confirmed.status);
    expect(world.stored(id).attachedMethod).toBeUndefined();
    const isPaid = confirmed.status === 200;
    expect(world.stored(id).status).toBe(isPaid ? 'processing' : 'requires_payment_method');
    expect(shown().split(first)).toHaveLength(isPaid ? 2 : 1);
  });

  it('an attached payment method is not read once the payment was confirmed, cancelled or given another method', async () => {
    const { world, update, id } = await told();
    await update(requestOf('paypal'));
    const cancelled = (await begin(world, iban(second))).body.payment_id;
    await world.cancel(cancelled);
    for (const one of [id, cancelled]) expect(world.stored(one)).not.toHaveProperty('dueAt');
    const confirmed = (await begin(world, requestOf('givex'))).body.payment_id;
    await world.confirm(confirmed);
    expect(await lookedAt(world, confirmed, 86_400 + 60)).toBe(0);
    expect(world.stored(confirmed)).toMatchObject({ status: 'succeeded' });
  });

  describe('an attached payment method that was replaced in the table', () => {
    const sealedOf = (world: SwitchWithMethods, id: string) =>
      (world.stored(id).attachedMethod as { readonly sealed: string }).sealed; // As it was sealed above.

    async function another(world: SwitchWithMethods) {
      const { body } = await begin(world, iban(second));
      return sealedOf(world, body.payment_id);
    }

    async function anotherMerchants(world: SwitchWithMethods, payment_id: string) {
      const { key } = await aMerchant(world, 'merchant_2');
      const body = { amount: 6_540, currency: 'EUR', payment_id, ...iban(second) };
      expect((await world.ask('payments.create', { key, body })).status).toBe(200);
      const item = world.port
        .items()
        .find((one) => one.merchantId === 'merchant_2' && one.id === payment_id);
      return String(Object(item?.attachedMethod).sealed);
    }
    const flipped = (text: string) => {
      const bytes = Buffer.from(text, 'base64');
      bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
      return bytes.toString('base64');
    };

    it.each<[string, (world: SwitchWithMethods, id: string) => Promise<string> | string]>([
      ['from another payment', another],
      ['from another merchant', anotherMerchants],
      ['with another bit', (world, id) => flipped(sealedOf(world, id))],
      ['cut short', (world, id) => sealedOf(world, id).slice(0, 60)],
      ['empty', () => ''],
      ['as it is not written', () => '*'],
    ])(
      'an attached payment method that was replaced in the table is refused: %s',
      async (_, forged) => {
        const { world, id, shown } = await told();
        const [item] = world.port.items().filter((one) => one.id === id && one.sk === 'PAYMENT');
        if (!item) throw new Error('The payment is stored.');
        const attachedMethod = { sealed: await forged(world, id) };
        await world.port.update({ pk: item.pk, sk: item.sk }, { set: { attachedMethod } });
        expect(await world.confirm(id)).toMatchObject({
          status: 400,
          body: {
            error: { code: 'IR_04', message: 'Missing required param: payment_method_data' },
          },
        });
        expect(shown()).toBe('');
        const read = await world.ask('payments.retrieve', {
          key: world.merchant.key,
          params: { payment_id: id },
        });
        expect(read.body.status).toBe('requires_confirmation');
        expect((await world.confirm(id, iban(first))).body.status).toBe('processing');
      },
    );
  });
});

describe('a secret that waits for its confirm', () => {
  const secret = 'S3cretOfTheCustomer';
  const inWallet = (type: string, name: string, data: object) =>
    ['wallet', type, { wallet: { [name]: data } }] as const;
  const holder = { bank_account_holder_name: 'Joseph Doe' };
  const debit = (type: string, name: string, data: object) =>
    ['bank_debit', type, { bank_debit: { [name]: { ...data, ...holder } } }] as const;
  const accountNumber = { account_number: secret };

  it.each([
    inWallet('amazon_pay', 'amazon_pay', { checkout_session_id: secret }),
    inWallet('apple_pay', 'apple_pay', {
      payment_data: secret,
      payment_method: { display_name: 'Visa 0492', network: 'Visa', type: 'debit' },
      transaction_identifier: secret,
    }),
    inWallet('apple_pay', 'apple_pay_third_party_sdk', { token: secret }),
    inWallet('google_pay', 'google_pay', {
      type: 'CARD',
      description: 'Visa Card-0492',
      info: { card_network: 'VISA', card_details: '0492' },
      tokenization_data: { type: 'PAYMENT_GATEWAY', token: `{"signature":"${secret}"}` },
    }),
    inWallet('google_pay', 'google_pay_third_party_sdk', { token: secret }),
    inWallet('mifinity', 'mifinity', { date_of_birth: secret }),
    inWallet('paypal', 'paypal_sdk', { token: secret }),
    inWallet('paze', 'paze', { complete_response: secret }),
    inWallet('samsung_pay', 'samsung_pay', {
      payment_credential: { '3_d_s': { data: secret }, card_last4digits: '0492' },
    }),
    ['pay_later', 'klarna', { pay_later: { klarna_sdk: { token: secret } } }],
    ['bank_redirect', 'blik', { bank_redirect: { blik: { blik_code: secret } } }],
    ['bank_redirect', 'giropay', { bank_redirect: { giropay: { bank_account_iban: secret } } }],
    debit('ach', 'ach_bank_debit', { ...accountNumber, routing_number: '110000000' }),
    debit('bacs', 'bacs_bank_debit', { ...accountNumber, sort_code: '108800' }),
    debit('becs', 'becs_bank_debit', { ...accountNumber, bsb_number: '000000' }),
    debit('eft_debit_order', 'eft_debit_order', accountNumber),
    debit('sepa', 'sepa_bank_debit', { iban: secret }),
    debit('sepa_guarenteed_debit', 'sepa_guarenteed_bank_debit', { iban: secret }),
    ['bank_transfer', 'pix', { bank_transfer: { pix: { cpf: secret } } }],
    ['bank_transfer', 'pix_key', { bank_transfer: { pix: { pix_key: secret } } }],
    [
      'bank_transfer',
      'pix_automatico_push',
      { bank_transfer: { pix_automatico_push: accountNumber } },
    ],
    ['upi', 'upi_collect', { upi: { upi_collect: { vpa_id: `${secret}@upi` } } }],
    ['voucher', 'boleto', { voucher: { boleto: { social_security_number: secret } } }],
    ['gift_card', 'givex', { gift_card: { givex: { number: secret, cvc: `${secret}1` } } }],
    [
      'gift_card',
      'bhn_card_network',
      { gift_card: { bhn_card_network: { ...accountNumber, pin: `${secret}2` } } },
    ],
  ] as const)(
    'an attached secret is nowhere in clear: %s %s',
    async (payment_method, type, payment_method_data) => {
      const world = await switchWithMethods({
        webhook_details: { webhook_url: 'https://shop.example' },
      });
      const { merchant } = world;
      const sent: string[] = [];
      const { send } = world.dependencies;
      world.dependencies.send = (request, options) => {
        sent.push(request.body ?? '');
        return send(request, options);
      };
      const request = { payment_method, payment_method_type: type, payment_method_data };
      const { status, body, text: created } = await begin(world, request);
      expect([status, body.status]).toEqual([200, 'requires_confirmation']);
      const { payment_id, client_secret } = body;
      const params = { payment_id };
      const seen = async () => {
        const byMerchant = await world.ask('payments.retrieve', { key: merchant.key, params });
        const byClient = await world.ask('payments.retrieve', {
          key: merchant.publishableKey,
          params,
          query: { client_secret },
        });
        expect([byMerchant.status, byClient.status]).toEqual([200, 200]);
        return byMerchant.text + byClient.text;
      };
      const whileItWaits = await seen();
      expect(sent).toEqual([]);
      const stored = asText(world.port.items());
      expect(stored).toContain('"sealed"');

      // A caller with the payment's client secret may use the merchant's data, but cannot read it.
      const confirmed = await world.ask('payments.confirm', {
        key: merchant.publishableKey,
        params,
        body: { client_secret },
      });
      expect([confirmed.status, confirmed.body.error_code]).not.toContain('UNREADABLE_ANSWER');
      expect(confirmed.status).toBe(200);
      expect(sent.join('')).toContain(secret);

      const changes = world.told.splice(0);
      const table = tableOver(world.port);
      const project = projectLists({ table, shards: cachedShards(table, () => 0) });
      const numbered = changes.map((change, index) => ({ number: String(index), ...change }));
      for (let at = 0; at < numbered.length; at += 100) {
        expect(await project(numbered.slice(at, at + 100))).toEqual([]);
      }
      const publish = publishEvents(world.services);
      const messages = [];
      for (const change of changes) {
        if (change.after?.sk === 'PAYMENT') messages.push(...(await publish(change)));
      }
      expect(changes.filter(({ after }) => after?.sk === 'PAYMENT').length).toBeGreaterThan(1);
      const listed = await world.ask('payments.list', { key: merchant.key });
      expect(listed.body.data).toMatchObject([{ payment_id }]);
      const places = {
        'an answer': created + whileItWaits + confirmed.text + (await seen()) + listed.text,
        'the table while it waits': stored,
        'the table': asText(world.port.items()),
        'the stream': asText([...changes, ...world.told]),
        'an event': asText(messages),
        'a log': world.dependencies.logged.join(''),
      };
      const read = Object.entries(places).map(([name, text]) => ({ name, text }));
      expect(findings({ secrets: { [type]: secret }, code: '000000' }, read)).toEqual([]);
    },
  );
});
