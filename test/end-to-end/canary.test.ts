import { eventually } from '../support/runner/eventually.ts';
import { aRunningSwitch } from '../support/switch/a-running-switch.ts';
import {
  type Canaries,
  findings,
  newCardNumber,
  newCvc,
  type Place,
} from '../support/switch/canary.ts';
import { aSale, createMerchant, newId, newSecret, successful } from '../support/switch/merchant.ts';
import { type Answer, adminKey, textAt, vaultMasterKey } from '../support/switch/switch.ts';

/**
 * Numbers, a code, keys and tokens that exist only in this run go through everything that accepts a
 * card, also where cards do not belong. Then everything that can be read is searched for them.
 */
const live = aRunningSwitch();

/** Four digits of code come with American Express; three would be met by chance. */
const code = newCvc();
const numbers = {
  stored: newCardNumber('378282', 15),
  typed: newCardNumber('371449', 15),
  found: newCardNumber('378734', 15),
  held: newCardNumber('378282', 15),
  saved: newCardNumber('371449', 15),
  misplaced: newCardNumber('378734', 15),
};
const holder = `CANARY ${newSecret()
  .replaceAll(/[^A-Za-z]/g, 'x')
  .toUpperCase()}`;
const keys: Record<string, string> = {};

const vault = (path: string) => `${live.running.vaultUrl}/api/v1/${path}`;
const cardOf = (card_number: string) => ({
  card_number,
  cardholder_name: holder,
  service_code: code,
  expiration_month: '08',
  expiration_year: '2035',
});
const paymentCard = (card_number: string) => ({
  card_number,
  card_exp_month: '08',
  card_exp_year: '2035',
  card_cvc: code,
});

async function sessionToken(scope: string, card_token?: string) {
  const made = await live.running.call('POST', vault('session_tokens'), {
    key: keys.vault,
    body: { session_token: { scope, ...(card_token && { card_token }) } },
  });
  const token = textAt(successful(made), 'data.attributes.session_token');
  keys[`the session token ${Object.keys(keys).length}`] = token;
  return token;
}

it('no card, cvc, key or token of a run is found in tables, queues, logs or answers', async () => {
  const path = `/${newId('hook')}`;
  // It answers nothing, so that its messages stay in the queue for the search.
  live.receiver.behave(path, 'hang');
  const merchant = await createMerchant(live.running, {
    account: { webhook_details: { webhook_url: `${live.receiver.url}${path}` } },
  });
  keys.vault = await vaultKey(merchant.id);
  keys.merchant = merchant.key;

  const cardToken = await useCards();
  await useForm();
  await useProxies(cardToken);
  await usePayments(merchant);
  await misplace(merchant.key, cardToken);
  await eventually(() => expect(live.receiver.received(path).length).toBeGreaterThan(1));

  const canaries: Canaries = {
    code,
    secrets: {
      ...Object.fromEntries(Object.entries(numbers).map(([what, it]) => [`the ${what} card`, it])),
      ...keys,
      'the admin key': adminKey,
      'the master key of the vault': vaultMasterKey,
    },
  };
  const places = await everythingReadable(path);
  const few = Object.entries(places).filter(([, some]) => some.length < 2);
  expect(few).toEqual([]);
  expect(findings(canaries, Object.values(places).flat())).toEqual([]);
  // The vault's tables keep the holder's name sealed as well.
  const ofVault = places.items.filter(({ text }) => text.includes('TENANT#'));
  expect(ofVault.length).toBeGreaterThan(5);
  expect(findings({ code, secrets: { 'the holder': holder } }, ofVault)).toEqual([]);
});

it('the canary search finds planted card numbers in every encoding', () => {
  const { stored: number } = numbers;
  const canaries = { code, secrets: { 'the card': number } };
  const base64 = Buffer.from(`{"pan":"${number}"}`).toString('base64');
  const planted: readonly Place[] = [
    { name: 'an item', text: JSON.stringify({ pan: { S: number } }) },
    { name: 'groups', text: `number=${number.replaceAll(/(\d{4})(?=\d)/g, '$1-')}` },
    { name: 'an address', text: `?n=${number.replaceAll(/(\d{4})(?=\d)/g, '$1%20')}` },
    { name: 'bytes', text: Buffer.from(number).toString('hex') },
    { name: 'base64', text: base64 },
    { name: 'a code', text: `{"service_code":"${code}"}` },
  ];
  expect(findings(canaries, planted)).toEqual([
    ...['an item', 'groups', 'an address', 'bytes', 'base64'].map((it) => `the card in ${it}`),
    'a security code in a code',
  ]);
});

async function vaultKey(merchantId: string) {
  const body = { api_key: { merchant_id: merchantId } };
  const made = await live.running.call('POST', vault('api_keys'), { key: adminKey, body });
  return textAt(successful(made), 'data.attributes.api_key');
}

/** Stored, read, listed, shown, authorized; another one is deleted. */
async function useCards() {
  const { call } = live.running;
  const key = keys.vault;
  const stored = await call('POST', vault('cards'), {
    key,
    body: { card: cardOf(numbers.stored) },
    headers: { 'idempotency-key': newId('once') },
  });
  const token = textAt(successful(stored), 'data.id');
  successful(await call('GET', vault(`cards/${token}`), { key }));
  successful(await call('GET', vault('cards'), { query: { api_key: key ?? '' } }));

  const shown = { card_token: token, session_token: await sessionToken('show_card', token) };
  successful(await call('GET', vault('show_card'), { query: shown }));
  const again = await call('GET', vault('show_card'), { query: shown });
  expect(again.status).toBe(401);
  const session = await sessionToken('show_service_code', token);
  successful(
    await call('POST', vault('show_service_code'), {
      body: { card_token: token },
      headers: { authorization: `Bearer ${session}` },
    }),
  );

  const body = { card: cardOf(numbers.stored) };
  const other = textAt(successful(await call('POST', vault('cards'), { key, body })), 'data.id');
  successful(await call('POST', vault(`cards/${other}/authorize`), { key }));
  successful(await call('DELETE', vault(`cards/${other}`), { key }));
  return token;
}

async function useForm() {
  const { call } = live.running;
  const session = await sessionToken('card');
  successful(await call('GET', vault('capture_form'), { query: { session_token: session } }));
  const submit = (card: object) =>
    call('POST', vault('capture_form'), {
      body: { card },
      headers: { authorization: `Bearer ${session}` },
    });
  const expired = { ...cardOf(numbers.typed), expiration_year: '2020' };
  expect((await submit(expired)).status).toBe(422);
  successful(await submit(cardOf(numbers.typed)));
  // The form repeats a request whose answer was lost.
  successful(await submit(cardOf(numbers.typed)));
  expect((await submit(cardOf(numbers.stored))).status).toBe(401);
}

/** Sends the card to a server that echoes it and to one that breaks, and finds it in an answer. */
async function useProxies(cardToken: string) {
  const { call } = live.running;
  const key = keys.vault;
  const { hostname: host, port } = new URL(live.receiver.url);
  const destination = {
    scheme: 'http',
    host,
    port: Number(port),
    path_prefix: '/',
    methods: ['get', 'post'],
  };
  successful(await call('POST', vault('destinations'), { key, body: { destination } }));
  const headers = { 'content-type': 'application/json' };
  const echo = JSON.stringify({ pan: numbers.stored, again: ` ${numbers.stored} ` });
  live.receiver.behave('/echo', { status: 200, headers, body: echo });
  live.receiver.behave('/broken', { status: 500, body: `no ${numbers.stored}!` });
  for (const target of ['/echo', '/broken', '/nowhere']) {
    const answer = await call('POST', vault(`cards/${cardToken}/send`), {
      key,
      query: { method: 'post', url: `${live.receiver.url}${target}` },
      body: { pan: '%CARD_NUMBER%', holder: '%CARDHOLDER_NAME%' },
    });
    expect(answer.text).not.toContain(numbers.stored);
  }

  const booking = { pan: numbers.found, holder, exp: '08/2035', cvv: code };
  const body = JSON.stringify({ reservations: [{ card: booking }] });
  live.receiver.behave('/bookings', { status: 200, headers, body });
  const profile = {
    type: 'json',
    schema: { message_node: { selector: '$.reservations[*]' }, card_node: { selector: 'card' } },
    card_token_placement: {
      type: 'card_node',
      card_token_node: 'vault_token',
      error_node: 'vault_error',
      warning_node: 'vault_warning',
    },
    card_node: {
      card_number: { selector: 'pan' },
      cardholder_name: { selector: 'holder' },
      expiration_month: { selector: 'exp', transformation: 'substring:0,2' },
      expiration_year: { selector: 'exp', transformation: 'substring:3,4' },
      service_code: { selector: 'cvv' },
    },
  };
  const made = { tokenization_profile: { name: 'bookings', profile } };
  successful(await call('POST', vault('tokenization_profiles'), { key, body: made }));
  const captured = await call('POST', vault('capture'), {
    key,
    query: { method: 'get', url: `${live.receiver.url}/bookings`, profile: 'bookings' },
  });
  expect(textAt(successful(captured), 'reservations.0.card.vault_token')).toMatch(/^[0-9a-f]{32}$/);
}

/** Held until it is confirmed, saved, paid with by token, changed, deleted. */
async function usePayments({ key }: { readonly key: string }) {
  const { call } = live.running;
  const data = { payment_method: 'card', payment_method_data: { card: paymentCard(numbers.held) } };
  const held = successful(
    await call('POST', '/payments', { key, body: { amount: 2_599, currency: 'EUR', ...data } }),
  );
  await call('POST', `/payments/${textAt(held, 'payment_id')}/confirm`, { key, body: {} });
  const left = { amount: 100, currency: 'EUR', ...data };
  successful(await call('POST', '/payments', { key, body: left }));

  const customer_id = textAt(
    successful(await call('POST', '/customers', { key, body: {} })),
    'customer_id',
  );
  const { card_cvc: _, ...card } = paymentCard(numbers.saved);
  const saved = successful(
    await call('POST', '/payment_methods', {
      key,
      body: { customer_id, payment_method: 'card', payment_method_type: 'credit', card },
    }),
  );
  const id = textAt(saved, 'payment_method_id');
  const list = successful(await call('GET', `/customers/${customer_id}/payment_methods`, { key }));
  const payment_token = textAt(list, 'customer_payment_methods.0.payment_token');
  successful(
    await call('POST', '/payments', {
      key,
      body: {
        amount: 2_599,
        currency: 'EUR',
        confirm: true,
        customer_id,
        payment_token,
        payment_method: 'card',
        card_cvc: code,
      },
    }),
  );
  successful(
    await call('POST', `/payment_methods/${id}/update`, {
      key,
      body: { card: { nick_name: 'x' } },
    }),
  );
  successful(await call('GET', `/payment_methods/${id}`, { key }));
  successful(await call('DELETE', `/payment_methods/${id}`, { key }));
}

/** Mistakes with a number, a code, a key in them. */
async function misplace(merchantKey: string, cardToken: string) {
  const { call } = live.running;
  const key = keys.vault;
  const number = numbers.misplaced;
  const card = cardOf(number);
  const bodies: readonly unknown[] = [
    JSON.stringify({ card }).slice(0, -1),
    `[${number}, "${code}"]`,
    { [number]: code },
    { card: number },
    { card: { ...card, card_type: number } },
    { card: { ...card, card_number: `${number}1` } },
    { card: { ...card, cardholder_name: number } },
    { card: { ...card, [number]: code } },
    { card: { ...card, expiration_year: number, service_code: `${code}${code}` } },
    { session_token: { scope: number } },
    { api_key: { description: { number, code } } },
  ];
  for (const body of bodies) {
    for (const where of ['cards', 'session_tokens', 'api_keys', 'tokenization_profiles']) {
      const answer = await call('POST', vault(where), { key, body });
      expect([answer.status < 500, where]).toEqual([true, where]);
    }
  }
  const { call: ask } = live.running;
  await ask('GET', vault(`cards/${number}`), { key });
  await ask('GET', vault('cards'), { key, query: { 'pagination[after]': number } });
  await ask('GET', vault('capture_form'), { query: { session_token: key ?? '', only: number } });
  await ask('GET', vault('show_card'), { query: { card_token: number, session_token: number } });
  await ask('GET', vault('cards'), { query: { api_key: number } });
  await ask('POST', vault(`cards/${cardToken}/send`), {
    key,
    query: { method: 'post', url: `${live.receiver.url}/echo?pan=${number}&again=%CARD_NUMBER%` },
    body: {},
  });
  await ask('POST', vault(`cards/${cardToken}/send`), {
    key,
    query: { method: number, url: `http://${number}.example` },
    body: { number },
  });
  await ask('GET', `/payment_methods/${number}`, { key: merchantKey });
  await ask('POST', '/payment_methods', { key: merchantKey, body: { card: { number, code } } });
  const sale = aSale('4242424242424242');
  await ask('POST', '/payments', { key: merchantKey, body: { ...sale, payment_token: number } });
}

/** Items of all tables, messages, logs, refusals, and the answers and webhooks of merchants. */
async function everythingReadable(hook: string) {
  const named = (name: string) => (text: string) => ({ name, text });
  const shown = ({ request, answer }: { request: string; answer: Answer }) =>
    // These two show their card or code once, to the holder of a token for it.
    answer.status === 200 && /^(GET .*\/show_card|POST .*\/show_service_code)$/.test(request);
  const handedOut = (request: string) =>
    /^POST .*\/(session_tokens|api_keys|api_keys\/\w+)$/.test(request);
  return {
    items: (await live.running.items()).map(({ pk, sk, text }) => ({
      name: `item ${pk} ${sk}`,
      text,
    })),
    lines: live.running.lines.map(({ source, message }) => ({
      name: `a line of ${source}: ${message}`,
      text: message,
    })),
    messages: (await live.running.queued()).map(named('a message')),
    answers: live.running.answers
      .filter((one) => !shown(one) && !(one.answer.status < 300 && handedOut(one.request)))
      .map(({ request, answer }) => ({
        name: `${answer.status} to ${request}`,
        text: answer.text,
      })),
    webhooks: live.receiver.received(hook).map(({ body }) => ({
      name: 'a webhook',
      text: body.toString('utf8'),
    })),
  };
}
