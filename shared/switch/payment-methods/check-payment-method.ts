import { SwitchError } from '#platform/errors.ts';
import { fourDigitYear } from '#vault/cards/expiry.ts';
import { type PaymentMethod as Family, typesOf } from '#vocabulary/payment-methods.ts';
import { checkExpiry } from '../payments/payment-method-data/card.ts';
import type { CardDetail, CardUpdate } from './instrument-variants.ts';
import type { CreatePaymentMethodRequest, UpdatePaymentMethodRequest } from './operations.ts';
import { type CardChange, type PaymentMethod, type SavedCard, statusAt } from './payment-method.ts';

/**
 * The card of a new payment method; undefined for a payment method that awaits its data.
 *
 * @throws SwitchError `invalid_request`, `missing_param`, `invalid_value`, `precondition_failed`,
 * and `not_implemented` for data that the vault cannot store
 */
export function checkNew(request: CreatePaymentMethodRequest, now: Date): CardDetail | undefined {
  checkType(request);
  const instruments: readonly (readonly [Family, unknown])[] = [
    ['card', request.card],
    ['bank_transfer', request.bank_transfer ?? request.bank_transfer_data],
    ['wallet', request.wallet],
  ];
  const families = instruments.flatMap(([family, data]) => (data == null ? [] : [family]));
  if (families.length === 0) return undefined;
  const method = families.find((family) => family === requestedMethod(request));
  if (!method) {
    throw new SwitchError('invalid_request', {
      message: "payment_method_data doesn't correspond to the specified payment_method",
    });
  }
  return checkedCard(method, method === 'card' ? request.card : undefined, now);
}

/**
 * The card that completes a payment method awaiting its data.
 *
 * @throws SwitchError as `checkNew`
 */
export function checkCompleting(request: CreatePaymentMethodRequest, now: Date): CardDetail {
  checkType(request);
  const method = requestedMethod(request);
  const data = request.payment_method_data;
  if (!data) throw new SwitchError('missing_param', { field: 'payment_method_data' });
  const family = (['card', 'bank_debit', 'wallet'] as const).find((one) => data[one]);
  if (family !== method) {
    throw new SwitchError('invalid_request', {
      message: "payment_method_data doesn't correspond to the specified payment_method",
    });
  }
  return checkedCard(method, data.card, now);
}

function requestedMethod({ payment_method: method }: CreatePaymentMethodRequest): Family {
  if (!method) throw new SwitchError('missing_param', { field: 'payment_method' });
  return method;
}

function checkType({
  payment_method: method,
  payment_method_type: type,
}: CreatePaymentMethodRequest) {
  if (method && type && !typesOf[method].includes(type)) {
    throw new SwitchError('invalid_request', { message: "Invalid 'payment_method_type' provided" });
  }
}

/** The vault stores only cards; other data is refused because it could not be stored safely. */
function checkedCard(method: Family, card: CardDetail | null | undefined, now: Date): CardDetail {
  if (!card) throw new SwitchError('not_implemented', { what: `Saving a ${method}` });
  checkStoredExpiry(card, now);
  return card;
}

/** Checks an expiry that is stored with a four-digit year; longer years are refused. */
function checkStoredExpiry(
  expiry: Pick<CardDetail, 'card_exp_month' | 'card_exp_year'>,
  now: Date,
) {
  checkExpiry(expiry, now);
  if (!/^\d{4}$/.test(fourDigitYear(expiry.card_exp_year))) {
    throw new SwitchError('invalid_value', { field: 'card_exp_year' });
  }
}

/**
 * The change that an update makes to a saved card, and that card.
 *
 * @throws SwitchError `payment_method_type_not_supported`, `invalid_request`,
 * `payment_method_data_not_found`, `invalid_value`, `precondition_failed`
 */
export function checkUpdate(
  paymentMethod: PaymentMethod,
  { card: update, wallet }: UpdatePaymentMethodRequest,
  now: Date,
): { readonly card: SavedCard; readonly change: CardChange } {
  if (statusAt(paymentMethod, now) === 'awaiting_data') {
    refuse('Payment method is awaiting data so it cannot be updated');
  }
  if (!update && !wallet) {
    refuse('Payment method update for the given payment method is not supported');
  }
  if (!update && paymentMethod.method !== 'wallet') {
    throw new SwitchError('invalid_request', { message: 'The Payment Method is not wallet' });
  }
  const { card } = paymentMethod;
  if (!card || !update) throw new SwitchError('payment_method_data_not_found');
  return { card, change: checkedChange(card, update, now) };
}

function checkedChange(card: SavedCard, update: CardUpdate, now: Date): CardChange {
  const expiry = {
    card_exp_month: update.card_exp_month ?? card.expiryMonth,
    card_exp_year: update.card_exp_year ?? card.expiryYear,
  };
  // The names of an expired card may still be changed.
  if (update.card_exp_month != null || update.card_exp_year != null) {
    checkStoredExpiry(expiry, now);
  }
  return {
    ...expiryOf(expiry),
    holderName: update.card_holder_name || undefined,
    nickName: update.nick_name || undefined,
  };
}

/** An expiry as it is stored: two digits of the month, four of the year. */
export const expiryOf = ({
  card_exp_month: month,
  card_exp_year: year,
}: Pick<CardDetail, 'card_exp_month' | 'card_exp_year'>) => ({
  expiryMonth: month.padStart(2, '0').slice(-2),
  expiryYear: fourDigitYear(year),
});

function refuse(reason: string): never {
  throw new SwitchError('payment_method_type_not_supported', { reason });
}
