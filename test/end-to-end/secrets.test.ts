import { setExchangeRates } from '#operator/forex/operations.ts';
import { keysOutsideMerchants } from '#platform/table/shared-keys.ts';
import { auditKeysOutsideTenants } from '#vault/audit/audit-trail.ts';
import { credentialsOutsideTenants } from '#vault/callers/api-key.ts';
import { keysOutsideTenants } from '#vault/keys/key-items.ts';
import { operations } from '../../shared/operations.ts';
import { eventually } from '../support/runner/eventually.ts';
import { aRunningSwitch } from '../support/switch/a-running-switch.ts';
import { findings } from '../support/switch/canary.ts';
import { aSale, createMerchant, newId, newSecret, successful } from '../support/switch/merchant.ts';
import { operatorKeysOf } from '../support/switch/operator-keys-of.ts';
import { adminKey, textAt } from '../support/switch/switch.ts';

const live = aRunningSwitch();

const cards = ['4242424242424242', '38000000000006', '4000000000000002', '4000003800000446'];
const cvc = '8731';
const given = { password: newSecret(), hashKey: newSecret(), processorKey: newSecret() };
/** An account that waits in its payment for the confirm. */
const account = newSecret();
/** Secrets that another merchant sets only for its profile. */
const ofProfile = { password: newSecret(), hashKey: newSecret(), header: newSecret() };

/** A security code is too short for a search for a mere run of digits. */
const code = new RegExp(`(?<![0-9A-Za-z.:-])${cvc}(?![0-9A-Za-z])`);

it('no secret reaches tables, queues, logs or errors', async () => {
  const path = `/${newId('hook')}`;
  // It answers nothing, so that its messages stay in the queue for the search.
  live.receiver.behave(path, 'hang');
  const merchant = await createMerchant(live.running, {
    processorKey: given.processorKey,
    account: {
      payment_response_hash_key: given.hashKey,
      webhook_details: {
        webhook_url: `${live.receiver.url}${path}`,
        webhook_username: 'shop',
        webhook_password: given.password,
      },
    },
  });
  await useEverything(merchant);
  const keysOfCustomers = await payAsCustomers(merchant);
  await useProfile(path);
  await eventually(() => expect(live.receiver.received(path).length).toBeGreaterThan(cards.length));

  const secrets = {
    'the admin key': adminKey,
    'the API key': merchant.key,
    'the hash key': merchant.hashKey,
    'the password': given.password,
    'the credentials': given.processorKey,
    'an account that waits': account,
    'the password of the profile': ofProfile.password,
    'the hash key of the profile': ofProfile.hashKey,
    'a header of the profile': ofProfile.header,
    ...Object.fromEntries(cards.map((card) => [`the card ${card.slice(0, 6)}`, card])),
    ...Object.fromEntries(keysOfCustomers.map((key, nth) => [`the customer's key ${nth}`, key])),
  };
  const items = (await live.running.items()).map(({ pk, sk, text }) => ({
    name: `item ${pk} ${sk}`,
    text,
  }));
  const lines = live.running.lines.map(({ source, message }) => ({
    name: `a line of ${source}: ${message}`,
    text: message,
  }));
  const messages = (await live.running.queued()).map((text) => ({ name: 'a message', text }));
  const errors = live.running.answers
    .filter(({ answer }) => answer.status >= 400)
    .map(({ request, answer }) => ({ name: `${answer.status} to ${request}`, text: answer.text }));
  const webhooks = live.receiver.received(path).map(({ body }) => ({
    name: 'a webhook',
    text: body.toString('utf8'),
  }));
  for (const places of [items, lines, messages, errors, webhooks]) {
    expect(places.length).toBeGreaterThan(4);
    expect(findings({ secrets, code: cvc }, places)).toEqual([]);
  }

  // The sweep itself finds secrets that are there.
  const known = { name: 'known', text: JSON.stringify({ cvc, key: merchant.key }) };
  expect(findings({ secrets, code: cvc }, [known])).toEqual([
    'the API key in known',
    'a security code in known',
  ]);
});

it('every item is under its merchant or tenant, but for those with a stated reason', async () => {
  // Items that operators write for all merchants, and a key that leads to one merchant.
  const byOperator = (path: string, name: string) => {
    const { body } = operations.find((one) => one.name === name)?.example ?? {};
    const headers = { 'idempotency-key': newId('key') };
    return live.running.call('POST', path, { key: adminKey, body, headers });
  };
  successful(await byOperator('/gsm', 'gsm.create'));
  successful(await byOperator('/cards/create', 'card-bins.create'));
  successful(await byOperator('/card_issuers', 'card-issuers.create'));
  successful(await byOperator('/organization', 'organizations.create'));
  const { example } = setExchangeRates;
  successful(await live.running.call('PUT', setExchangeRates.path, { ...example, key: adminKey }));
  const { key } = await createMerchant(live.running);
  const customer_id = newId('cus');
  successful(await live.running.call('POST', '/ephemeral_keys', { key, body: { customer_id } }));
  // A processor that cannot be reached gets a state.
  successful(
    await live.running.call('POST', '/payments', { key, body: aSale('4000000000004954') }),
  );

  const operators = { name: newId('ana').toLowerCase().replace('_', '.'), environment: 'snd' };
  await operatorKeysOf(live.running).make({ ...operators, now: new Date() });

  const ledger = ['SANDBOX', 'CHALLENGE'];
  const ofVault = new Set([
    'TENANT',
    ...Object.keys(credentialsOutsideTenants),
    ...Object.keys(auditKeysOutsideTenants),
    ...Object.keys(keysOutsideTenants),
  ]);
  const all = new Set((await live.running.items()).map(({ pk }) => pk.split('#')[0] ?? ''));
  const kinds = new Set([...all].filter((kind) => kind === 'API_KEY' || !ofVault.has(kind)));
  // Due items are on an index: the item itself is its merchant's.
  const outside = Object.keys(keysOutsideMerchants).filter((name) => name !== 'DUE');
  const known = ['MERCHANT', ...outside, ...ledger];
  expect([...kinds].sort()).toEqual(known.sort());
  // The key's merchant is the one that the item names.
  for (const { pk, value } of await live.running.items('MERCHANT#')) {
    // Rows and counts of lists contain searchable values; only their key names the merchant.
    if (/^MERCHANT#[^#]+#(LIST|COUNT)/.test(pk)) continue;
    const merchantId = value.merchantId ?? value.id;
    expect(`${pk}#`).toContain(`MERCHANT#${merchantId}#`);
  }
});

it('each secret is shown in the answers of its own routes alone', () => {
  const shown = (secret: string | RegExp) => [
    ...new Set(
      live.running.answers
        .filter(({ answer }) => new RegExp(secret).test(answer.text))
        .map(({ request }) => request.replace(/merchant_\w+/, '{id}')),
    ),
  ];
  expect(shown(/snd_[A-Za-z0-9]{64}/)).toEqual(['POST /api_keys/{id}']);
  const asOperator = ['POST /accounts', 'GET /accounts/{id}'];
  expect(shown(/epk_[0-9a-f]{32}/)).toEqual(['POST /payments', 'POST /ephemeral_keys']);
  expect(shown(given.hashKey)).toEqual(asOperator);
  expect(shown(given.password)).toEqual([]);
  expect(shown(given.processorKey)).toEqual([]);
  expect(shown(account)).toEqual([]);
  const asMerchant = [/^POST \/account\/{id}\/business_profile\/pro_\w+$/, /^GET /].map((request) =>
    expect.stringMatching(request),
  );
  expect(shown(ofProfile.hashKey)).toEqual(asMerchant);
  expect(shown(ofProfile.password)).toEqual([]);
  expect(shown(ofProfile.header)).toEqual([]);
  expect(shown(cards.join('|'))).toEqual([]);
  expect(shown(code)).toEqual([]);
});

/** Every way in which a secret arrives, also where secrets do not belong. */
async function useEverything({
  id,
  key,
  publishableKey,
}: {
  readonly id: string;
  readonly key: string;
  readonly publishableKey: string;
}) {
  const { call } = live.running;
  for (const card of cards) {
    const payment = successful(await call('POST', '/payments', { key, body: aSale(card, cvc) }));
    const payment_id = textAt(payment, 'payment_id');
    successful(
      await call('GET', `/payments/${payment_id}`, { key, query: { force_sync: 'true' } }),
    );
    // Created without being confirmed, and confirmed in a browser.
    const begun = successful(
      await call('POST', '/payments', { key, body: { ...aSale(card, cvc), confirm: false } }),
    );
    const client_secret = textAt(begun, 'client_secret');
    successful(
      await call('POST', `/payments/${textAt(begun, 'payment_id')}/confirm`, {
        key: publishableKey,
        body: {
          ...aSale(card, cvc),
          amount: undefined,
          currency: undefined,
          confirm: undefined,
          client_secret,
        },
      }),
    );
    await call('POST', '/payments', { key, body: { ...aSale(card, cvc), payment_id } });
    await misplace(card, key);
  }
  const bank_debit = { sepa_bank_debit: { iban: account } };
  const debit = { payment_method: 'bank_debit', payment_method_type: 'sepa' };
  const told = { ...aSale(), confirm: false, ...debit, payment_method_data: { bank_debit } };
  const waiting = successful(await call('POST', '/payments', { key, body: told }));
  expect(waiting.body).toMatchObject({ status: 'requires_confirmation' });
  await call('GET', `/accounts/${id}`, { key: adminKey });
  await call('GET', `/account/${id}/connectors`, { key });
  await call('GET', `/api_keys/${id}/list`, { key: adminKey });
  await call('GET', `/payments/${key}`, { key });
  await call('GET', `/accounts/${adminKey}`, { key: adminKey });
  await call('POST', '/payments', { key: `${key}x`, body: aSale(cards[0], cvc) });
}

/** Payments of customers, waiting, paid and repeated; the keys that they bring. */
async function payAsCustomers({ key }: { readonly key: string }): Promise<readonly string[]> {
  const keys: string[] = [];
  for (const changes of [{}, { confirm: false }]) {
    const body = { ...aSale(cards[0], cvc), ...changes, customer_id: newId('cus') };
    const asked = { key, body, headers: { 'idempotency-key': newId('key') } };
    const payment = successful(await live.running.call('POST', '/payments', asked));
    const repeated = successful(await live.running.call('POST', '/payments', asked));
    expect(repeated.body).toEqual(payment.body);
    keys.push(textAt(payment, 'ephemeral_key.secret'));
  }
  return keys;
}

/** A profile with secrets of its own, and a webhook that is sent with them. */
async function useProfile(hook: string) {
  const { call } = live.running;
  const { id, key, profileId } = await createMerchant(live.running);
  const path = `/account/${id}/business_profile/${profileId}`;
  const body = {
    payment_response_hash_key: ofProfile.hashKey,
    outgoing_webhook_custom_http_headers: { 'x-shop': ofProfile.header },
    webhook_details: {
      webhook_url: `${live.receiver.url}${hook}`,
      webhook_username: 'shop',
      webhook_password: ofProfile.password,
    },
  };
  successful(await call('POST', path, { key, body }));
  successful(await call('GET', path, { key }));
  await call('POST', path, { key, body: { ...body, colour: ofProfile.hashKey } });
  successful(await call('POST', '/payments', { key, body: aSale(cards[0], cvc) }));
  const isOurs = ({ headers }: { headers: object }) =>
    Object.entries(headers).some(
      ([name, value]) => name === 'x-shop' && value === ofProfile.header,
    );
  await eventually(() => expect(live.receiver.received(hook).some(isOurs)).toBe(true));
}

/** Mistakes with a card number in them. */
async function misplace(card: string, key: string) {
  const { call, sandboxUrl } = live.running;
  const sale = aSale(card, cvc);
  const mistakes: readonly unknown[] = [
    JSON.stringify(sale).slice(0, -1),
    `[${card}, "${cvc}"]`,
    { ...sale, currency: card },
    { ...sale, amount: card },
    { ...sale, [card]: cvc },
    { ...sale, payment_method: card },
    { ...sale, payment_id: `${card} ${card}` },
    { ...sale, return_url: card },
    { ...sale, capture_method: card },
    { ...sale, email: card },
    { ...sale, payment_method_data: { card: card } },
    { ...sale, payment_method_data: { card: { card_number: `${card}1`, card_cvc: cvc } } },
    {
      ...sale,
      payment_method_data: {
        card: { ...sale.payment_method_data.card, card_exp_year: card, card_cvc: `${cvc}${cvc}` },
      },
    },
  ];
  for (const body of mistakes) await call('POST', '/payments', { key, body });
  await call('GET', `/payments/${card}`, { key });
  await call('GET', `/payments/pay_1`, { key, query: { expand_attempts: card, cvc } });
  await call('POST', `/${card}`, { key, body: sale });
  await call('PUT', `${sandboxUrl}/payments/${card}x`, { key, body: sale });
  await call('POST', '/customers', { key: card, body: { customer_id: 'x', name: cvc } });
}
