import type { CardNetwork, PaymentMethod, PaymentMethodType } from '#vocabulary/payment-methods.ts';
import { canExpress } from './formats/processor-amounts.ts';
import type { About, MethodAbility } from './interface/about.ts';
import type { Order } from './interface/order.ts';

/** A payment's demands on a connector. An absent member is not demanded, or not known yet. */
export interface Asked {
  readonly method: PaymentMethod;
  readonly type?: PaymentMethodType | null | undefined;
  /** The shape of the method's data; absent for a card number and for stored credentials. */
  readonly shape?: string | undefined;
  readonly captureMethod?: string | null | undefined;
  /** ISO 4217. */
  readonly currency?: string | null | undefined;
  /** In minor units. */
  readonly amountMinor?: number | null | undefined;
  /** ISO 3166-1 alpha-2, of the billing address. */
  readonly country?: string | null | undefined;
  readonly network?: CardNetwork | null | undefined;
  /** Whether the connector has to have the customer authenticated. */
  readonly threeDs?: boolean;
  /** Whether the customer is authenticated outside of the connector, which gets the proof. */
  readonly proof?: boolean;
  /** How the order came, where it was neither online nor in a shop. */
  readonly channel?: Order['channel'] | undefined;
  /** Whether the payment method is to be stored for charges without the customer. */
  readonly mandate?: boolean;
}

/**
 * Why a connector cannot meet the demands: it does not take the method, not from this customer in
 * this currency (`market`), cannot express the amount, or takes it not in this shape or in this
 * way.
 */
type Obstacle =
  | 'method'
  | 'market'
  | 'amount'
  | 'shape'
  | 'captureMethod'
  | 'threeDs'
  | 'proof'
  | 'channel'
  | 'mandate';

/** A connector's ability for the demands, else the obstacle. */
export type Support =
  | { readonly ability: MethodAbility }
  | { readonly ability?: undefined; readonly obstacle: Obstacle };

type Abilities = Pick<About, 'methods' | 'currencies' | 'externalThreeDs'>;

/** Compares the demands with the connector's data; the first obstacle counts. */
export function supportBy(about: Abilities | undefined, asked: Asked): Support {
  let abilities = about?.methods ?? [];
  for (const [obstacle, isMet] of conditions) {
    abilities = abilities.filter((ability) => isMet(ability, asked, about));
    if (abilities.length === 0) return { obstacle };
  }
  const [ability] = abilities;
  return ability ? { ability } : { obstacle: 'method' };
}

type Condition = (ability: MethodAbility, asked: Asked, about: Abilities | undefined) => boolean;

const conditions: readonly (readonly [Obstacle, Condition])[] = [
  [
    'method',
    // Often only the bank knows whether a card is a credit or a debit card.
    (one, { method, type }) =>
      one.method === method && (method === 'card' || !type || one.type === type),
  ],
  [
    'market',
    ({ currencies, countries, networks }, { currency, country, network }, about) =>
      isAmong(about?.currencies?.listed, currency) &&
      isAmong(currencies, currency) &&
      isAmong(countries, country) &&
      isAmong(networks, network),
  ],
  [
    'amount',
    (_, { currency, amountMinor }, about) =>
      !about?.currencies ||
      currency == null ||
      amountMinor == null ||
      canExpress(about.currencies, amountMinor, currency),
  ],
  ['shape', ({ variants = [] }, { shape }) => shape === undefined || variants.includes(shape)],
  ['captureMethod', (one, { captureMethod }) => isAmong(one.captureMethods, captureMethod)],
  ['threeDs', (one, { threeDs }) => !threeDs || one.threeDs !== false],
  [
    'proof',
    ({ method }, { proof }, about) => !proof || method !== 'card' || !!about?.externalThreeDs,
  ],
  ['channel', (one, { channel }) => channel === undefined || one.mailOrders !== false],
  ['mandate', (one, { mandate }) => !mandate || one.mandates],
];

const isAmong = (words: readonly string[] | undefined, word: string | null | undefined) =>
  !words || word == null || words.includes(word);
