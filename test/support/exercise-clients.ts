import { eventually } from './eventually.ts';
import type { Exercise, GrantExercise } from './exercise.ts';
import { aSale, cardData, createMerchant, type Merchant, successful } from './merchant.ts';
import { type Answer, adminKey, type RunningSwitch, textAt } from './switch.ts';

/**
 * What functions are there for that customers' pages and apps ask, and those that say which cards are
 * taken.
 */

/** A refusal for want of a grant is the server's fault; a success is what an operation promises. */
function done({ status, text }: Answer): boolean {
  if (status < 400) return true;
  if (status === 500 || status === 503) return false;
  throw new Error(`${status}: ${text}`);
}

const visa = '4242424242424242';
const typed = {
  payment_method_type: 'card',
  payment_method_data: { card: { card_number: visa } },
};

/** A merchant who acts for its profile, so that the profile is looked for too. */
async function aShop(running: RunningSwitch) {
  const merchant = await createMerchant(running);
  const by = { key: merchant.key, headers: { 'x-profile-id': merchant.profileId } };
  return { ...by, merchant };
}

/** The same with its blocklist turned on. */
async function aCarefulShop(running: RunningSwitch) {
  const shop = await aShop(running);
  const { key } = shop;
  successful(await running.call('POST', '/blocklist/toggle', { key, query: { status: 'true' } }));
  return shop;
}

async function aPayment({ call }: RunningSwitch, { key }: Merchant) {
  const body = { amount: 100, currency: 'EUR' };
  const payment = successful(await call('POST', '/payments', { key, body }));
  return {
    id: textAt(payment, 'payment_id'),
    query: { client_secret: textAt(payment, 'client_secret') },
  };
}

/** A card that the vault was shown for a merchant: a function of the vault has made its keys. */
async function aVaultCard({ call, vaultUrl }: RunningSwitch, { id }: Merchant): Promise<string> {
  const body = { api_key: { merchant_id: id } };
  const made = await eventually(async () =>
    successful(await call('POST', `${vaultUrl}/api/v1/api_keys`, { key: adminKey, body })),
  );
  const key = textAt(made, 'data.attributes.api_key');
  const card = {
    card_number: visa,
    cardholder_name: 'ANA LIMA',
    expiration_month: '08',
    expiration_year: '2035',
  };
  return textAt(
    successful(await call('POST', `${vaultUrl}/api/v1/cards`, { key, body: { card } })),
    'data.id',
  );
}

const paths = {
  'payments.eligibility': 'eligibility',
  'payments.eligibility-check': 'eligibility_check',
} as const;
type Checking = keyof typeof paths;

/** Checks a number that is typed and a card that the vault has. */
const checks =
  (name: Checking, of: 'both' | 'a number alone'): Exercise =>
  async ({ running }) => {
    const { merchant, ...by } = await aCarefulShop(running);
    const payment = await aPayment(running, merchant);
    const token = of === 'both' ? await aVaultCard(running, merchant) : undefined;
    const path = `/payments/${payment.id}/${paths[name]}`;
    const ask = async (body: object) => done(await running.call('POST', path, { ...by, body }));
    return async () => {
      if (!(await ask(typed))) return false;
      return !token || ask({ payment_method_type: 'card', payment_token: token });
    };
  };

/** What each of these functions is there for. */
export const clientExercises: Readonly<Record<string, Exercise>> = {
  'payments.eligibility': checks('payments.eligibility', 'both'),
  'payments.eligibility-check': checks('payments.eligibility-check', 'both'),
};

/** What one grant is there for, where the function's usual work does not show that it is missing. */
export const grantSpecificForClients: readonly GrantExercise[] = [
  ...(['payments.eligibility', 'payments.eligibility-check'] as const).flatMap((name) =>
    // The key of a merchant whose cards the vault has never seen is made.
    ['kms:GenerateDataKey', 'dynamodb:PutItem'].map((action) => ({
      name,
      action,
      resource: /./,
      exercise: checks(name, 'a number alone'),
    })),
  ),
  ...(['payments.create', 'payments.confirm', 'payments.update'] as const).map((name) => ({
    // What a card is checked against is read only where its merchant wants it checked.
    name,
    action: 'dynamodb:BatchGetItem',
    resource: /-data-/,
    exercise: (async ({ running }) => {
      const { merchant, key } = await aCarefulShop(running);
      const { id } = await aPayment(running, merchant);
      const { call } = running;
      const [path, body] = {
        'payments.create': ['/payments', aSale()] as const,
        'payments.confirm': [`/payments/${id}/confirm`, cardData()] as const,
        'payments.update': [`/payments/${id}`, { ...cardData(), confirm: true }] as const,
      }[name];
      return async () => done(await call('POST', path, { key, body }));
    }) satisfies Exercise,
  })),
];
