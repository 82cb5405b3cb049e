import * as v from 'valibot';
import type { PayoutDestination } from '#connectors/interface/payouts.ts';
import { SwitchError } from '#platform/errors.ts';
import type { KeyHolder, MerchantSecrets } from '#platform/secrets/merchant-secrets.ts';
import { erase } from '#vault/cards/card.ts';
import type { VaultRequest } from '#vault/cards/card-vault.ts';
import { cardToStore } from '#vault/switch/card-to-store.ts';
import { callVault, switchAuditContext } from '#vault/switch/from-switch.ts';
import type { PaymentMethod } from '../payment-methods/payment-method.ts';
import type { CardServices } from '../payments/card-services.ts';
import { type ShownDestination, shownCard, shownDestination } from './masked-destination.ts';
import type { AttachedDestination, Payout } from './payout.ts';
import {
  accountOf,
  isDecryptedWallet,
  PayoutMethodData,
  type PayoutType,
  typeOfDestination,
} from './payout-method-variants.ts';
import type { PayoutRequest } from './request.ts';

/** Where a payout goes, before its secret part is loaded. */
export interface PayoutDestinationSource {
  readonly shown: ShownDestination;
  readonly type?: PayoutType | undefined;
  readonly from:
    | { readonly kind: 'request'; readonly data: PayoutMethodData }
    | { readonly kind: 'attached'; readonly attached: AttachedDestination }
    | {
        readonly kind: 'saved';
        readonly token: string;
        readonly paymentMethodId: string;
        /** The payment token by which the request named it; it expires once the payout is sent. */
        readonly paymentToken?: string;
      };
}

export type DestinationServices = Pick<CardServices, 'vault' | 'paymentMethods' | 'cardRanges'> & {
  readonly secrets: MerchantSecrets;
};

/** The audit context of vault calls that are made for a payout. */
export const auditContextOfPayout = (
  { merchantId, id }: Pick<Payout, 'merchantId' | 'id'>,
  request: Pick<VaultRequest, 'requestId' | 'now'>,
): VaultRequest => switchAuditContext(merchantId, request, `payout ${id}`);

/**
 * The destination that a request names; undefined when it names none.
 *
 * @throws SwitchError `payment_method_not_found`, `token_expired`, `precondition_failed`
 */
export async function findRequestDestination(
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
  { paymentMethods, cardRanges }: Pick<DestinationServices, 'paymentMethods' | 'cardRanges'>,
): Promise<PayoutDestinationSource | undefined> {
  const { payout_method_id: id, payout_token: token, payout_method_data: data } = request;
  if (id) return savedDestinationOf(await paymentMethods.get(merchantId, id), customerId);
  if (token) {
    const paymentMethod = await paymentMethods.byToken(merchantId, token, now);
    if (paymentMethod?.status !== 'active') throw new SwitchError('token_expired');
    const named = savedDestinationOf(paymentMethod, customerId);
    return { ...named, from: { ...named.from, paymentToken: token } };
  }
  if (!data) return undefined;
  const type = typeOfDestination(data) ?? request.payout_type ?? undefined;
  const range = 'card' in data ? await cardRanges.recent(data.card.card_number) : undefined;
  return { shown: shownDestination(data, range), type, from: { kind: 'request', data } };
}

/** The destination that an earlier request attached to the payout. */
export const attachedDestinationOf = ({
  attachedDestination,
  shown,
  type,
}: Payout): PayoutDestinationSource | undefined =>
  attachedDestination && shown
    ? { shown, type, from: { kind: 'attached', attached: attachedDestination } }
    : undefined;

function savedDestinationOf(
  { id, customerId, status, card }: PaymentMethod,
  customerIdOfPayout: string | undefined,
) {
  if (customerId !== customerIdOfPayout) {
    throw precondition(
      'customer associated with payment method and customer passed in payout are not same',
    );
  }
  if (status !== 'active') throw precondition('payment method is not active');
  if (!card?.token) throw new SwitchError('payment_method_not_found');
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
  } as const satisfies PayoutDestinationSource;
}

interface AttachmentContext {
  readonly payout: Pick<Payout, 'merchantId' | 'id'>;
  readonly keyOwner: KeyHolder;
  readonly request: Pick<VaultRequest, 'requestId' | 'now'>;
  /** How long the vault keeps the card, in seconds. */
  readonly retainSeconds: number;
}

/**
 * Attaches a destination until the payout is confirmed: a card in the vault, anything else sealed
 * with the merchant's own key. Undefined for destinations that must not be stored.
 *
 * @throws SwitchError `temporarily_unavailable`
 */
export async function attachDestination(
  { from }: PayoutDestinationSource,
  { payout, keyOwner, request, retainSeconds }: AttachmentContext,
  { vault, secrets }: Pick<DestinationServices, 'vault' | 'secrets'>,
): Promise<AttachedDestination | undefined> {
  if (from.kind === 'attached') return from.attached;
  if (from.kind === 'saved') return { in: 'vault', token: from.token, isSaved: true };
  const { data } = from;
  if (isDecryptedWallet(data)) return undefined;
  if (!('card' in data)) {
    const sealed = await secrets.seal(keyOwner, placeOf(payout), data);
    return { in: 'payout', sealed: Buffer.from(sealed).toString('base64') };
  }
  const card = cardToStore({
    number: data.card.card_number,
    expiryMonth: data.card.expiry_month,
    expiryYear: data.card.expiry_year,
    holderName: data.card.card_holder_name,
  });
  try {
    const auditContext = { ...auditContextOfPayout(payout, request), retainSeconds };
    const { token } = await callVault(() => vault.store(auditContext, card));
    return { in: 'vault', token };
  } finally {
    erase(card);
  }
}

/** The place of a sealed destination; it is authenticated as part of the seal. */
const placeOf = ({ merchantId, id }: Pick<Payout, 'merchantId' | 'id'>) =>
  `PAYOUT|${merchantId}|${id}`;

/**
 * Loads the whole destination into memory for one connector call. It is loaded before anything is
 * saved, so that a saved payout can always be sent. Undefined when the vault no longer has the
 * card.
 *
 * @throws SwitchError `temporarily_unavailable`
 */
export async function loadDestination(
  { from, shown }: PayoutDestinationSource,
  { payout, keyOwner, request }: Omit<AttachmentContext, 'retainSeconds'>,
  { vault, secrets }: Pick<DestinationServices, 'vault' | 'secrets'>,
): Promise<PayoutDestination | undefined> {
  if (from.kind === 'request') return toConnectorDestination(from.data);
  if (from.kind === 'attached' && from.attached.in === 'payout') {
    const sealed = Buffer.from(from.attached.sealed, 'base64');
    return toConnectorDestination(
      await secrets.open(keyOwner, placeOf(payout), sealed, PayoutMethodData),
    );
  }
  const token = from.kind === 'attached' ? tokenOf(from.attached) : from.token;
  const auditContext = auditContextOfPayout(payout, request);
  const card = await callVault(() =>
    vault.use({ ...auditContext, token, as: 'card.used', cvc: 'leave' }),
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

function tokenOf(attached: AttachedDestination): string {
  if (attached.in === 'vault') return attached.token;
  throw new Error('The destination is not a vault card.');
}

function toConnectorDestination(data: PayoutMethodData): PayoutDestination {
  const account = accountOf(data);
  if (account === undefined) throw new Error('A payout needs an account to pay to.');
  const [kind, details] = v.parse(OneMember, Object.entries(data)[0]);
  return { kind, account, details };
}

const OneMember = v.tuple([
  v.picklist(['card', 'bank', 'wallet', 'bank_redirect', 'passthrough', 'bank_transfer']),
  v.record(v.string(), v.unknown()),
]);

/** The vault token of a card that was stored only for this payout. */
export const payoutCardToDelete = ({
  attachedDestination,
}: Pick<Payout, 'attachedDestination'>): string | undefined =>
  attachedDestination?.in === 'vault' && !attachedDestination.isSaved
    ? attachedDestination.token
    : undefined;

const precondition = (message: string) => new SwitchError('precondition_failed', { message });
