import { vaultOperations } from '#vault/operations.ts';
import { deploymentTenant } from '#vault/tenant.ts';
import { eventually } from './eventually.ts';
import type { Exercise, ExerciseContext, GrantExercise } from './exercise.ts';
import { newId, newSecret, successful } from './merchant.ts';
import {
  type Answer,
  adminKey,
  type RunningSwitch,
  type Stored,
  textAt,
  vaultMasterKey,
} from './switch.ts';

/** A refusal for want of a grant is the server's fault; a success is the operation's promise. */
function done({ status, text }: Answer): boolean {
  if (status < 400) return true;
  if (status === 500 || status === 503) return false;
  throw new Error(`${status}: ${text}`);
}

const at = ({ vaultUrl }: Pick<RunningSwitch, 'vaultUrl'>, path: string) =>
  `${vaultUrl}/api/v1/${path}`;

interface Tenant {
  readonly tenant: string;
  readonly key: string;
  readonly keyId: string;
}

async function aTenant(running: RunningSwitch, tenant = newId('tenant')): Promise<Tenant> {
  const body = { api_key: { merchant_id: tenant } };
  // The operator's key too is good for so many requests in a second only.
  const made = await eventually(async () =>
    successful(await running.call('POST', at(running, 'api_keys'), { key: adminKey, body })),
  );
  const key = textAt(made, 'data.attributes.api_key');
  return { tenant, key, keyId: textAt(made, 'data.id') };
}

const aCard = (card_number = '4242424242424242') => ({
  card_number,
  cardholder_name: 'ANA LIMA',
  service_code: '737',
  expiration_month: '08',
  expiration_year: '2035',
});

async function aSessionToken(
  running: RunningSwitch,
  { key }: Tenant,
  scope: string,
  cardToken?: string,
): Promise<string> {
  const body = { session_token: { scope, ...(cardToken && { card_token: cardToken }) } };
  const made = await running.call('POST', at(running, 'session_tokens'), { key, body });
  return textAt(successful(made), 'data.attributes.session_token');
}

/** A card stored through the API, for a tenant whom nobody knew before. */
async function aStoredCard(running: RunningSwitch) {
  const tenant = await aTenant(running);
  const body = { card: aCard() };
  const stored = await running.call('POST', at(running, 'cards'), { key: tenant.key, body });
  return { ...tenant, cardToken: textAt(successful(stored), 'data.id') };
}

/** The same through the form: another function, which knows the tenant's keys. */
async function aTypedCard(running: RunningSwitch) {
  const tenant = await aTenant(running);
  await successful(await typed(running, await aSessionToken(running, tenant, 'card')));
  return tenant;
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

const typed = (running: RunningSwitch, token: string) =>
  running.call('POST', at(running, 'capture_form'), {
    body: { card: aCard() },
    headers: bearer(token),
  });

const storedOnce = (running: RunningSwitch, { key }: Tenant) =>
  running.call('POST', at(running, 'cards'), {
    key,
    body: { card: aCard() },
    headers: { 'idempotency-key': newSecret() },
  });

/** A place of the tenant's that answers as it is told. */
async function aDestination(
  { running, receiver }: ExerciseContext,
  { key }: Tenant,
  behaviour: Parameters<ExerciseContext['receiver']['behave']>[1] = { status: 200 },
) {
  // Where cards may be sent is called nothing that could be a card.
  const path = `/${newId('target').replace(/\d/g, 'x')}`;
  receiver.behave(path, behaviour);
  const { protocol, hostname: host, port } = new URL(receiver.url);
  const destination = {
    scheme: protocol.slice(0, -1),
    host,
    port: Number(port),
    path_prefix: path,
    methods: ['get', 'post'],
  };
  const body = { destination };
  const made = successful(await running.call('POST', at(running, 'destinations'), { key, body }));
  return { url: `${receiver.url}${path}`, path, id: textAt(made, 'data.id') };
}

const bookings = {
  type: 'json',
  schema: {
    message_node: { selector: '$.reservations[*]' },
    card_node: { selector: 'card' },
  },
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
const aBooking = JSON.stringify({
  reservations: [
    { card: { pan: '4242424242424242', holder: 'ANA LIMA', exp: '08/2035', cvv: '737' } },
  ],
});

const profileNamed = (name: string) => ({ tokenization_profile: { name, profile: bookings } });

async function aProfile(running: RunningSwitch, { key }: Tenant) {
  const name = 'bookings';
  const body = profileNamed(name);
  const made = await running.call('POST', at(running, 'tokenization_profiles'), { key, body });
  return { name, path: `tokenization_profiles/${textAt(successful(made), 'data.id')}` };
}

/** Asks a place of the tenant's for a booking, and takes its card out of it. */
async function aCapture(world: ExerciseContext, tenant: Tenant) {
  const { running } = world;
  const headers = { 'content-type': 'application/json' };
  const { url } = await aDestination(world, tenant, { status: 200, headers, body: aBooking });
  const { name } = await aProfile(running, tenant);
  return async () => {
    const answer = await running.call('POST', at(running, 'capture'), {
      key: tenant.key,
      query: { method: 'get', url, profile: name },
    });
    return done(answer) && /"vault_token":"[0-9a-f]{32}"/.test(answer.text);
  };
}

async function aSend(world: ExerciseContext, card: Awaited<ReturnType<typeof aStoredCard>>) {
  const { running, receiver } = world;
  const { url, path } = await aDestination(world, card);
  return async () => {
    const answer = await running.call('POST', at(running, `cards/${card.cardToken}/send`), {
      key: card.key,
      query: { method: 'post', url },
      body: { number: '%CARD_NUMBER%', code: '%SERVICE_CODE%' },
    });
    const [sent] = receiver.received(path);
    // The place may have used the code, so it is nowhere any more.
    const items = await running.items(`TENANT#${card.tenant}#CODE#`);
    return done(answer) && /"737"/.test(JSON.stringify(sent?.event)) && items.length === 0;
  };
}

export const vaultExercises: Readonly<Record<string, Exercise>> = {
  'vault.not-found':
    async ({ running }) =>
    async () =>
      (await running.call('GET', at(running, 'nowhere'))).status === 404,

  'vault.list-api-keys': async ({ running }) => {
    const { key } = await aTenant(running);
    return async () => done(await running.call('GET', at(running, 'api_keys'), { key }));
  },

  'vault.create-api-key':
    async ({ running }) =>
    async () => {
      const body = { api_key: { merchant_id: newId('tenant') } };
      return done(await running.call('POST', at(running, 'api_keys'), { key: adminKey, body }));
    },

  'vault.retrieve-api-key': async ({ running }) => {
    const { key, keyId } = await aTenant(running);
    return async () => done(await running.call('GET', at(running, `api_keys/${keyId}`), { key }));
  },

  'vault.revoke-api-key': async ({ running }) => {
    const { key, tenant } = await aTenant(running);
    const { keyId } = await aTenant(running, tenant);
    return async () =>
      done(await running.call('DELETE', at(running, `api_keys/${keyId}`), { key }));
  },

  'vault.create-session-token': async ({ running }) => {
    const { key, cardToken } = await aStoredCard(running);
    const body = { session_token: { scope: 'show_card', card_token: cardToken } };
    return async () =>
      done(await running.call('POST', at(running, 'session_tokens'), { key, body }));
  },

  'vault.store-card': async ({ running }) => {
    const tenant = await aTenant(running);
    return async () => done(await storedOnce(running, tenant));
  },

  'vault.retrieve-card': async ({ running }) => {
    const { key, cardToken } = await aStoredCard(running);
    return async () => done(await running.call('GET', at(running, `cards/${cardToken}`), { key }));
  },

  'vault.list-cards': async ({ running }) => {
    const { key, cardToken: after } = await aStoredCard(running);
    const body = { card: aCard() };
    successful(await running.call('POST', at(running, 'cards'), { key, body }));
    return async () => {
      const first = await running.call('GET', at(running, 'cards'), { key });
      const query = { 'pagination[after]': after };
      return done(first) && done(await running.call('GET', at(running, 'cards'), { key, query }));
    };
  },

  'vault.delete-card': async ({ running }) => {
    const { key, cardToken } = await aStoredCard(running);
    return async () =>
      done(await running.call('DELETE', at(running, `cards/${cardToken}`), { key }));
  },

  'vault.authorize-card': async ({ running }) => {
    const { key, cardToken } = await aStoredCard(running);
    const path = `cards/${cardToken}/authorize`;
    return async () => done(await running.call('POST', at(running, path), { key }));
  },

  'vault.capture-form': async ({ running }) => {
    const session_token = await aSessionToken(running, await aTenant(running), 'card');
    return async () =>
      done(await running.call('GET', at(running, 'capture_form'), { query: { session_token } }));
  },

  'vault.capture-card': async ({ running }) => {
    const token = await aSessionToken(running, await aTenant(running), 'card');
    return async () => done(await typed(running, token));
  },

  'vault.show-card': async ({ running }) => {
    const card = await aStoredCard(running);
    const { cardToken: card_token } = card;
    const session_token = await aSessionToken(running, card, 'show_card', card_token);
    const query = { card_token, session_token };
    return async () => done(await running.call('GET', at(running, 'show_card'), { query }));
  },

  'vault.show-cvc-page': async ({ running }) => {
    const card = await aStoredCard(running);
    const { cardToken: card_token } = card;
    const session_token = await aSessionToken(running, card, 'show_service_code', card_token);
    const query = { card_token, session_token };
    return async () => done(await running.call('GET', at(running, 'show_service_code'), { query }));
  },

  'vault.take-cvc': async ({ running }) => {
    const card = await aStoredCard(running);
    const { cardToken: card_token } = card;
    const token = await aSessionToken(running, card, 'show_service_code', card_token);
    const request = { body: { card_token }, headers: bearer(token) };
    return async () => done(await running.call('POST', at(running, 'show_service_code'), request));
  },

  'vault.asset': async ({ running }) => {
    const session_token = await aSessionToken(running, await aTenant(running), 'card');
    const page = await running.call('GET', at(running, 'capture_form'), {
      query: { session_token },
    });
    const [asset = ''] = /\/assets\/[\w.-]+/.exec(successful(page).text) ?? [];
    return async () => done(await running.call('GET', `${running.vaultUrl}${asset}`));
  },

  'vault.embed-script':
    async ({ running }) =>
    async () =>
      done(await running.call('GET', `${running.vaultUrl}/v1/embed.js`)),

  'vault.send-card': async (world) => aSend(world, await aStoredCard(world.running)),

  'vault.capture-cards': async (world) => aCapture(world, await aTenant(world.running)),

  'vault.list-destinations': async ({ running }) => {
    const { key } = await aTenant(running);
    return async () => done(await running.call('GET', at(running, 'destinations'), { key }));
  },

  'vault.create-destination': async ({ running }) => {
    const { key } = await aTenant(running);
    const destination = { host: 'gateway.example', path_prefix: '/v1', methods: ['post'] };
    const request = { key, body: { destination } };
    return async () => done(await running.call('POST', at(running, 'destinations'), request));
  },

  'vault.delete-destination': async (world) => {
    const { running } = world;
    const tenant = await aTenant(running);
    const { id } = await aDestination(world, tenant);
    return async () =>
      done(await running.call('DELETE', at(running, `destinations/${id}`), { key: tenant.key }));
  },

  'vault.list-tokenization-profiles': async ({ running }) => {
    const { key } = await aTenant(running);
    const path = 'tokenization_profiles';
    return async () => done(await running.call('GET', at(running, path), { key }));
  },

  'vault.create-tokenization-profile': async ({ running }) => {
    const { key } = await aTenant(running);
    const request = { key, body: profileNamed('bookings') };
    const path = 'tokenization_profiles';
    return async () => done(await running.call('POST', at(running, path), request));
  },

  'vault.retrieve-tokenization-profile': async ({ running }) => {
    const tenant = await aTenant(running);
    const { path } = await aProfile(running, tenant);
    return async () => done(await running.call('GET', at(running, path), { key: tenant.key }));
  },

  'vault.update-tokenization-profile': async ({ running }) => {
    const tenant = await aTenant(running);
    const { path } = await aProfile(running, tenant);
    // A new name is a new place, and the item at the old one is deleted.
    const request = { key: tenant.key, body: profileNamed('another') };
    return async () => done(await running.call('PUT', at(running, path), request));
  },

  'vault.delete-tokenization-profile': async ({ running }) => {
    const tenant = await aTenant(running);
    const { path } = await aProfile(running, tenant);
    return async () => done(await running.call('DELETE', at(running, path), { key: tenant.key }));
  },

  'vault-jobs.sweep': async ({ running }) => {
    const [held, unused] = [await aStoredCard(running), await aStoredCard(running)];
    const itemsOf = ({ tenant }: Tenant) => running.items(`TENANT#${tenant}#`);
    const longAgo = new Date(Date.now() - 60_000).toISOString();
    const isDue = { duePk: 'DUE#00', dueAt: longAgo };
    const code = itemOf(await itemsOf(held), 'CODE');
    await running.rewrite(code, { ...isDue, expiresAtMs: Date.now() - 60_000 });
    const card = itemOf(await itemsOf(unused), 'CARD');
    await running.rewrite(card, { ...isDue, retainUntil: longAgo });
    return async () => {
      await ranJob(running, 'sweep');
      const isCodeGone = (await itemsOf(held)).every(({ sk }) => sk !== 'CODE');
      const left = await itemsOf(unused);
      return isCodeGone && left.every(({ sk, value }) => sk !== 'CODE' && !value.sealed);
    };
  },

  'vault-jobs.seal-audit': async ({ running }) => {
    // As if it had never run: there is an hour to be sealed.
    for (const seal of await running.items('AUDIT_SEALS')) await running.remove(seal);
    return () => ranJob(running, 'seal-audit');
  },

  'vault-jobs.rotate-keys': async ({ running }) => {
    const { tenant } = await aStoredCard(running);
    return async () => {
      for (const keyClass of ['pan', 'display', 'fingerprint']) {
        const compromised = { keyClass, version: 1 };
        if (!(await ranJob(running, 'rotate-keys', { tenant, compromised }))) return false;
      }
      return ranJob(running, 'rotate-keys', { tenant, rewrap: true });
    };
  },

  'vault-jobs.check-pages':
    async ({ running }) =>
    async () => {
      const id = newId('run');
      if (!(await ranJob(running, 'check-pages', { id }))) return false;
      // It has compared all of it, and the pages here are the approved ones.
      return eventually(async () => {
        const said = running.lines.find(({ message }) =>
          message.includes(`"run":"${id}","checked"`),
        );
        if (!said) throw new Error('It has not said what it found.');
        return said.message.includes('"checked":7,"altered":0');
      });
    },
};

function itemOf(items: readonly Stored[], sort: string): Stored {
  const found = items.find(({ sk }) => sk === sort);
  if (!found) throw new Error(`There is no ${sort}.`);
  return found;
}

/** Whether a job of the vault came to its end. */
function ranJob({ assembly }: RunningSwitch, name: string, event: unknown = {}): Promise<boolean> {
  const id = `vaultjobs${name.replace('-', '')}`;
  const job = assembly.functions.find(({ logicalId }) => logicalId.slice(0, -8) === id);
  if (!job) throw new Error(`There is no job ${name}.`);
  return assembly.invoke(job.logicalId, event).then(
    () => true,
    () => false,
  );
}

const takesKeys = vaultOperations.filter(({ auth }) => auth.startsWith('api key'));

/** Somebody shows a key that nobody has: that is looked up everywhere, and written down. */
const aStranger =
  (name: string): Exercise =>
  async ({ running }) => {
    const operation = vaultOperations.find((one) => one.name === name);
    if (!operation) throw new Error(`There is no operation ${name}.`);
    const url = `${running.vaultUrl}${operation.path.replace(/\{\w+\}/g, 'none')}`;
    return async () => {
      const query = { api_key: `vk_${newSecret()}` };
      const answer = await running.call(operation.method, url, { query });
      return answer.status === 401 || done(answer);
    };
  };

/** The use of one grant, where the function's usual work does not show that it is missing. */
export const grantSpecificForVault: readonly GrantExercise[] = [
  ...takesKeys.flatMap(({ name }) => [
    {
      name,
      action: 'secretsmanager:GetSecretValue',
      resource: /MasterKey/,
      exercise: aStranger(name),
    },
    { name, action: 'dynamodb:PutItem', resource: /vault-Audit/, exercise: aStranger(name) },
  ]),
  {
    // Keys of a tenant are opened where another function has made them.
    name: 'vault.store-card',
    action: 'kms:Decrypt',
    resource: /./,
    exercise: async ({ running }) => {
      const tenant = await aTypedCard(running);
      return async () => done(await storedOnce(running, tenant));
    },
  },
  {
    name: 'vault.capture-card',
    action: 'kms:Decrypt',
    resource: /./,
    exercise: async ({ running }) => {
      const token = await aSessionToken(running, await aStoredCard(running), 'card');
      return async () => done(await typed(running, token));
    },
  },
  {
    name: 'vault.capture-cards',
    action: 'kms:Decrypt',
    resource: /./,
    exercise: async (world) => aCapture(world, await aStoredCard(world.running)),
  },
  {
    // The master key is written down when the first thing is done that hangs on it.
    name: 'vault.revoke-api-key',
    action: 'dynamodb:PutItem',
    resource: /vault-Credentials/,
    exercise: async ({ running }) => {
      const key = vaultMasterKey;
      const made = await running.call('POST', at(running, 'api_keys'), {
        key,
        body: { api_key: {} },
      });
      const path = `api_keys/${textAt(successful(made), 'data.id')}`;
      const items = await running.items('API_KEY#');
      const written = items.filter(
        ({ value }) => value.tenant === deploymentTenant && value.fromSecret === true,
      );
      for (const item of written) await running.remove(item);
      return async () => done(await running.call('DELETE', at(running, path), { key }));
    },
  },
  {
    // Whoever is refused a page is written down, and hears the same where that fails.
    name: 'vault.capture-form',
    action: 'dynamodb:PutItem',
    resource: /vault-Audit/,
    exercise:
      async ({ running }) =>
      async () => {
        const requestId = newId('refused');
        const query = { session_token: `stk_${newSecret()}` };
        const headers = { 'x-request-id': requestId };
        const answer = await running.call('GET', at(running, 'capture_form'), { query, headers });
        const lines = await running.items('AUDIT#');
        return answer.status === 401 && lines.some(({ value }) => value.requestId === requestId);
      },
  },
  ...['vault.send-card', 'vault.show-card'].map((name) => ({
    // That a card is in use is written down once a day, and nobody waits for it.
    name,
    action: 'dynamodb:UpdateItem',
    resource: /vault-Cards/,
    exercise: async (world: ExerciseContext) => {
      const { running } = world;
      const card = await aStoredCard(running);
      const before = itemOf(await running.items(`TENANT#${card.tenant}#`), 'CARD');
      const createdAt = new Date(Date.now() - 2 * 86_400_000).toISOString();
      await running.rewrite(before, { createdAt });
      const { cardToken: card_token } = card;
      const act =
        name === 'vault.send-card'
          ? await aSend(world, card)
          : async () => {
              const session_token = await aSessionToken(running, card, 'show_card', card_token);
              const query = { card_token, session_token };
              return done(await running.call('GET', at(running, 'show_card'), { query }));
            };
      return async () => {
        if (!(await act())) return false;
        const after = itemOf(await running.items(`TENANT#${card.tenant}#`), 'CARD');
        return after.value.lastUsedAt !== undefined;
      };
    },
  })),
];

let loggedByJob = 0;
let sweepWithLog = 0;

/** Makes a job of the vault write a line of its log, and returns the text to find it by. */
export async function makeJobLog(name: string, running: RunningSwitch): Promise<string> {
  loggedByJob += 1;
  if (name === 'vault-jobs.sweep') {
    sweepWithLog += 1;
    // It says how much is due: each time more than ever before, none of which anybody can read.
    const { tenant } = await aStoredCard(running);
    const card = itemOf(await running.items(`TENANT#${tenant}#`), 'CARD');
    const unreadable = { duePk: 'DUE#00', dueAt: new Date(0).toISOString(), tenant: 7 };
    for (let more = sweepWithLog === 1 ? 20 : 1; more > 0; more -= 1) {
      await running.rewrite(card, { ...unreadable, sk: newId('CARD') });
    }
    const now = new Date().toISOString();
    const due = (await running.items()).filter(
      ({ table, value }) => table.includes('-vault-') && String(value.dueAt) < now,
    ).length;
    await ranJob(running, 'sweep');
    return `"due":${due}`;
  }
  if (name === 'vault-jobs.seal-audit') {
    // It says which minute it has come to: each time one that is still far away.
    const [seal] = await running.items('AUDIT_SEALS');
    if (!seal) {
      await ranJob(running, 'seal-audit');
      return makeJobLog(name, running);
    }
    const minute = new Date(Date.UTC(2090, 0, 1, 0, loggedByJob)).toISOString().slice(0, 16);
    await running.rewrite(seal, { sk: minute });
    await ranJob(running, 'seal-audit');
    return minute;
  }
  if (name === 'vault-jobs.check-pages') {
    // It says which run it was.
    const id = newId('run');
    await ranJob(running, 'check-pages', { id });
    return id;
  }
  // It says with whom something went wrong.
  const tenant = newId('tenant');
  const compromised = { keyClass: 'pan', version: 1 };
  await ranJob(running, 'rotate-keys', { tenant, compromised });
  return tenant;
}
