import * as v from 'valibot';
import type { PayoutDestination } from '../connectors/interface/payouts.ts';
import { SwitchError } from '../errors.ts';
import type { PaymentMethod } from '../payment-methods/payment-method.ts';
import type { CardServices } from '../payments/card-services.ts';
import type { KeyHolder, MerchantSecrets } from '../secrets/merchant-secrets.ts';
import { erase } from '../vault/cards/card.ts';
import type { VaultRequest } from '../vault/cards/card-vault.ts';
import { cardToStore } from '../vault/switch/card-to-store.ts';
import { asTheSwitch, throughVault } from '../vault/switch/from-switch.ts';
import { type ShownDestination, shownCard, shownDestination } from './masked-destination.ts';
import type { HeldDestination, Payout } from './payout.ts';
import {
  accountOf,
  isDecryptedWallet,
  PayoutMethodData,
  type PayoutType,
  typeOfDestination,
} from './payout-method-shapes.ts';
import type { PayoutRequest } from './request.ts';

/** Where a payout is to go, before anything secret of it was fetched. */
export interface NamedDestination {
  readonly shown: ShownDestination;
  readonly type?: PayoutType | undefined;
  readonly from:
    | { readonly kind: 'request'; readonly data: PayoutMethodData }
    | { readonly kind: 'held'; readonly held: HeldDestination }
    | {
        readonly kind: 'saved';
        readonly token: string;
        readonly paymentMethodId: string;
        /** By which a list named it; useless once it was paid to. */
        readonly paymentToken?: string;
      };
}

export type DestinationServices = Pick<CardServices, 'vault' | 'paymentMethods'> & {
  readonly secrets: MerchantSecrets;
};

/** What the audit trail is told of what happens for a payout. */
export const aboutPayout = (
  { merchantId, id }: Pick<Payout, 'merchantId' | 'id'>,
  request: Pick<VaultRequest, 'requestId' | 'now'>,
): VaultRequest => asTheSwitch(merchantId, request, `payout ${id}`);

/**
 * Where a request says that a payout goes; undefined when it does not say.
 *
 * @throws SwitchError `payment_method_not_found`, `token_expired`, `precondition_failed`
 */
export async function destinationIn(
  request: PayoutRequest,
  {
    merchantId,
    customerId,
    now,
  }: {
    readonly merchantId: string;
    readonly customerId: string | undefined;
    readonly now: Date;
  },
  { paymentMethods }: Pick<DestinationServices, 'paymentMethods'>,
): Promise<NamedDestination | undefined> {
  const { payout_method_id: id, payout_token: token, payout_method_data: data } = request;
  if (id) return saved(await paymentMethods.get(merchantId, id), customerId);
  if (token) {
    const paymentMethod = await paymentMethods.byToken(merchantId, token, now);
    if (paymentMethod?.status !== 'active') throw new SwitchError('token_expired');
    const named = saved(paymentMethod, customerId);
    return { ...named, from: { ...named.from, paymentToken: token } };
  }
  if (!data) return undefined;
  const type = typeOfDestination(data) ?? request.payout_type ?? undefined;
  return { shown: shownDestination(data), type, from: { kind: 'request', data } };
}

/** Where a payout goes as it was told before. */
export const destinationOf = ({ held, shown, type }: Payout): NamedDestination | undefined =>
  held && shown ? { shown, type, from: { kind: 'held', held } } : undefined;

function saved({ id, customerId, status, card }: PaymentMethod, whose: string | undefined) {
  if (customerId !== whose) {
    throw precondition(
      'customer associated with payment method and customer passed in payout are not same',
    );
  }
  if (status !== 'active') throw precondition('payment method is not active');
  if (!card) throw new SwitchError('payment_method_not_found');
  const shown = shownCard({
    last4: card.last4,
    card_network: card.network ?? null,
    card_type: card.type ?? null,
    card_issuer: card.issuer ?? null,
    card_issuing_country: card.issuingCountry ?? null,
    card_isin: card.isin ?? null,
    card_exp_month: card.expiryMonth,
    card_exp_year: card.expiryYear,
    card_holder_name: card.holderName ?? null,
  });
  return {
    shown: { card: shown },
    type: 'card',
    from: { kind: 'saved', token: card.token, paymentMethodId: id },
  } as const satisfies NamedDestination;
}

interface Holding {
  readonly payout: Pick<Payout, 'merchantId' | 'id'>;
  readonly holder: KeyHolder;
  readonly request: Pick<VaultRequest, 'requestId' | 'now'>;
  /** For how long a card waits in the vault. */
  readonly retainSeconds: number;
}

/**
 * Puts a destination away until the payout is confirmed: a card into the vault, everything else sealed
 * with the merchant's own key. Undefined for what is kept nowhere.
 *
 * @throws SwitchError `temporarily_unavailable`
 */
export async function heldDestination(
  { from }: NamedDestination,
  { payout, holder, request, retainSeconds }: Holding,
  { vault, secrets }: Pick<DestinationServices, 'vault' | 'secrets'>,
): Promise<HeldDestination | undefined> {
  if (from.kind === 'held') return from.held;
  if (from.kind === 'saved') return { in: 'vault', token: from.token, isSaved: true };
  const { data } = from;
  if (isDecryptedWallet(data)) return undefined;
  if (!('card' in data)) {
    const sealed = await secrets.seal(holder, placeOf(payout), data);
    return { in: 'payout', sealed: Buffer.from(sealed).toString('base64') };
  }
  const card = cardToStore({
    number: data.card.card_number,
    expiryMonth: data.card.expiry_month,
    expiryYear: data.card.expiry_year,
    holderName: data.card.card_holder_name,
  });
  try {
    const about = { ...aboutPayout(payout, request), retainSeconds };
    const { token } = await throughVault(() => vault.store(about, card));
    return { in: 'vault', token };
  } finally {
    erase(card);
  }
}

/** Where a sealed destination is kept, which is part of how it is sealed. */
const placeOf = ({ merchantId, id }: Pick<Payout, 'merchantId' | 'id'>) =>
  `PAYOUT|${merchantId}|${id}`;

/**
 * The whole destination in memory, for one call of a connector. It is there before anything is
 * written, so that no payout waits for a connector that cannot be told. Undefined when the vault does
 * not have it any more.
 *
 * @throws SwitchError `temporarily_unavailable`
 */
export async function destinationInHand(
  { from, shown }: NamedDestination,
  { payout, holder, request }: Omit<Holding, 'retainSeconds'>,
  { vault, secrets }: Pick<DestinationServices, 'vault' | 'secrets'>,
): Promise<PayoutDestination | undefined> {
  if (from.kind === 'request') return asConnectorsTake(from.data);
  if (from.kind === 'held' && from.held.in === 'payout') {
    const sealed = Buffer.from(from.held.sealed, 'base64');
    return asConnectorsTake(await secrets.open(holder, placeOf(payout), sealed, PayoutMethodData));
  }
  const token = from.kind === 'held' ? tokenOf(from.held) : from.token;
  const about = aboutPayout(payout, request);
  const card = await throughVault(() =>
    vault.use({ ...about, token, as: 'card.used', serviceCode: 'leave' }),
  );
  if (!card) return undefined;
  const account = card.number.toString('latin1');
  card.number.fill(0);
  const details = {
    card_number: account,
    expiry_month: card.expiryMonth,
    expiry_year: card.expiryYear,
    card_holder_name: shown.card?.card_holder_name || card.holderName || null,
  };
  return { kind: 'card', account, details };
}

function tokenOf(held: HeldDestination): string {
  if (held.in === 'vault') return held.token;
  throw new Error('It is not in the vault.');
}

function asConnectorsTake(data: PayoutMethodData): PayoutDestination {
  const account = accountOf(data);
  if (account === undefined) throw new Error('A payout was planned that goes nowhere.');
  const [kind, details] = v.parse(OneMember, Object.entries(data)[0]);
  return { kind, account, details };
}

const OneMember = v.tuple([
  v.picklist(['card', 'bank', 'wallet', 'bank_redirect', 'passthrough', 'bank_transfer']),
  v.record(v.string(), v.unknown()),
]);

/** The card that was put into the vault for this payout alone. */
export const ownCard = ({ held }: Pick<Payout, 'held'>): string | undefined =>
  held?.in === 'vault' && !held.isSaved ? held.token : undefined;

const precondition = (message: string) => new SwitchError('precondition_failed', { message });
