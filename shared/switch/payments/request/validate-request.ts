import { SwitchError } from '#platform/errors.ts';
import { typesOf } from '#vocabulary/payment-methods.ts';
import { checkCustomer, requestCustomerOf } from '../../customers/request-customer.ts';
import { checkCard, checkCode } from '../payment-method-data/card.ts';
import { hasVariant, methodOfData } from '../payment-method-data/payment-method-data.ts';
import { maxAmountMinor, netAmount } from './net-amount.ts';
import type { PaymentRequest } from './payment-request.ts';
import { straightThroughRouting } from './straight-through-routing.ts';
import { checkMandate } from './validate-mandate.ts';

/**
 * Checks the lengths of texts, right after the body is parsed and before authentication.
 *
 * @throws SwitchError `invalid_request`
 */
export function checkLengths(request: PaymentRequest): void {
  for (const [field, max] of maxLengths) {
    const length = [...(request[field] ?? '')].length;
    if (length > max) {
      throw invalid(
        `${field} must be at most ${max} characters long. Received ${length} characters`,
      );
    }
  }
}

const maxLengths = [
  ['return_url', 2_048],
  ['merchant_order_reference_id', 255],
  ['statement_descriptor_name', 255],
  ['statement_descriptor_suffix', 255],
  ['phone_country_code', 255],
  ['mandate_id', 64],
] as const;

/**
 * Checks the rules for a new payment that need only the request. Their order decides which error a
 * request with several mistakes gets, so it is part of the API.
 *
 * @throws SwitchError named in each rule
 */
export function checkCreate(request: PaymentRequest, now: Date): void {
  checkCaptureMethod(request);
  checkCustomer(request);
  checkAmount(request);
  checkSessionExpiry(request);
  checkPaymentLink(request);
  checkAmountToCapture(request, 'create');
  checkCards(request, now);
  checkPaymentMethod(request);
  checkMandate(request, 'create');
  checkStoredCredential(request);
  if (request.enable_overcapture) checkOvercapture(request.capture_method);
  checkInstallments(request);
  if (request.confirm) checkReadyToConfirm(request);
  if (!request.currency) throw missing('currency');
  if (typeof request.amount !== 'number') throw missing('amount');
  straightThroughRouting(request.routing);
  checkIncrementalAuthorization(request);
}

/**
 * Checks the rules for a confirm that need only the request. `checkReadyToConfirm` checks the
 * request together with the payment.
 *
 * @throws SwitchError named in each rule
 */
export function checkConfirm(request: PaymentRequest, now: Date): void {
  checkCaptureMethod(request);
  checkCustomer(request);
  checkAmount(request);
  checkSessionExpiry(request);
  checkCards(request, now);
  checkPaymentMethod(request);
  checkMandate(request, 'confirm');
  checkStoredCredential(request);
  if (request.enable_overcapture && request.capture_method) {
    checkOvercapture(request.capture_method);
  }
  checkInstallments({ ...request, confirm: true });
  straightThroughRouting(request.routing);
  checkIncrementalAuthorization(request);
}

/**
 * Checks the rules for an update. `after` is the request merged over the payment's fields, because
 * amounts are compared as they will be. `hasAttachedMethod` says whether the payment has a payment
 * method attached.
 *
 * @throws SwitchError named in each rule
 */
export function checkUpdate(
  request: PaymentRequest,
  after: PaymentRequest,
  { hasAttachedMethod, now }: { readonly hasAttachedMethod: boolean; readonly now: Date },
): void {
  checkCaptureMethod(request);
  checkCustomer(request);
  checkAmount(request);
  checkSessionExpiry(request);
  checkAmountToCapture(after, 'update');
  checkCards(request, now);
  checkPaymentMethod(request);
  checkMandate(request, 'create');
  checkStoredCredential(request);
  if (request.enable_overcapture) checkOvercapture(after.capture_method);
  checkInstallments(request);
  if (request.confirm) checkReadyToConfirm(after, { hasAttachedMethod, stated: request });
  straightThroughRouting(request.routing);
  checkIncrementalAuthorization(after);
}

/**
 * Checks that a confirm has a payment method, and a customer when it states that the payment method
 * is to be saved. Where only the creation states that, a guest pays, and nothing is saved.
 *
 * @throws SwitchError `invalid_request` or `precondition_failed`
 */
export function checkReadyToConfirm(
  request: PaymentRequest,
  {
    hasAttachedMethod = false,
    stated = request,
  }: { readonly hasAttachedMethod?: boolean; readonly stated?: PaymentRequest } = {},
): void {
  const { payment_method_data: data } = request;
  const hasMeans =
    hasAttachedMethod ||
    (data && hasVariant(data)) ||
    request.payment_token ||
    request.ctp_service_details ||
    request.recurring_details ||
    request.mandate_id ||
    // PayPal asks the customer on its own page.
    request.payment_method_type === 'paypal';
  if (!hasMeans) {
    throw invalid('A payment token or payment method data or ctp service details is required');
  }
  if (stated.setup_future_usage && !requestCustomerOf(request).id) {
    throw precondition('customer_id is mandatory when setup_future_usage is given');
  }
}

type AmountFields = Pick<
  PaymentRequest,
  | 'amount'
  | 'amount_to_capture'
  | 'capture_method'
  | 'order_tax_amount'
  | 'shipping_cost'
  | 'surcharge_details'
>;

/**
 * Checks that the amount to capture is at most the net total, and equal to it unless the capture is
 * manual. For an update, pass the amounts as they will be after it.
 *
 * @throws SwitchError `invalid_data` or `precondition_failed`
 */
export function checkAmountToCapture(fields: AmountFields, operation: 'create' | 'update'): void {
  const { amount, amount_to_capture: wanted, capture_method: method } = fields;
  if (typeof amount !== 'number' || typeof wanted !== 'number') return;
  const { surcharge_details } = fields;
  if (amount === 0 || wanted > netAmount({ amount, surcharge_details })) {
    const relation = operation === 'create' ? 'lesser than' : 'lesser than or equal to';
    throw new SwitchError('invalid_data', {
      field: 'amount_to_capture',
      expected: `amount_to_capture ${relation} amount`,
    });
  }
  const { order_tax_amount, shipping_cost } = fields;
  const total = netAmount({
    amount,
    shipping_cost,
    surcharge_details,
    // A create compares without the tax; existing clients rely on that.
    ...(operation === 'update' && { order_tax_amount }),
  });
  const isManual = method === 'manual' || method === 'manual_multiple';
  if (!isManual && wanted !== total) {
    throw precondition(
      'amount_to_capture must be equal to total_capturable_amount when capture_method = automatic',
    );
  }
}

function checkCaptureMethod({ capture_method: method }: PaymentRequest): void {
  if (method === 'scheduled') {
    throw new SwitchError('not_implemented', { what: 'capture_method scheduled' });
  }
}

function checkAmount({ amount }: PaymentRequest): void {
  if ((amount ?? 0) > maxAmountMinor)
    throw precondition(`amount should not be more than ${maxAmountMinor}`);
}

function checkSessionExpiry({ session_expiry: seconds }: PaymentRequest): void {
  if (typeof seconds === 'number' && (seconds < 60 || seconds > 7_890_000)) {
    throw invalid('session_expiry should be between 60(1 min) to 7890000(3 months).');
  }
}

function checkPaymentLink(request: PaymentRequest): void {
  if (request.payment_link && request.confirm) {
    throw invalid('cannot confirm a payment while creating a payment link');
  }
}

function checkCards(request: PaymentRequest, now: Date): void {
  const { payment_method_data: data, card_cvc: atRoot } = request;
  const stated = data && typeof data !== 'string' ? data : undefined;
  // The cvc for a stored card. With a card of its own, the request states the cvc there.
  const code = stated?.card ? undefined : (stated?.card_token?.card_cvc ?? atRoot);
  if (code != null) checkCode(code);
  if (!data || typeof data === 'string') return;
  if (data.card) checkCard(data.card, now);
  if (data.network_token?.token_cryptogram.trim() === '') {
    throw precondition('Invalid token_cryptogram');
  }
}

function checkPaymentMethod(request: PaymentRequest): void {
  const { payment_method: method, payment_method_type: type, payment_method_data } = request;
  const data = payment_method_data && hasVariant(payment_method_data) ? payment_method_data : null;
  if (!method) {
    if (data) throw missing('payment_method');
    return;
  }
  if (method !== 'card' && !type) throw missing('payment_method_type');
  const { payment_token, recurring_details, ctp_service_details } = request;
  if (!data && !payment_token && !recurring_details && !ctp_service_details) {
    throw missing('payment_method_data');
  }
  if (type && !typesOf[method].includes(type)) {
    throw invalid("payment_method_type doesn't correspond to the specified payment_method");
  }
  const family = data ? methodOfData(data) : undefined;
  if (family && family !== method) {
    throw invalid("payment_method_data doesn't correspond to the specified payment_method");
  }
}

function checkStoredCredential(request: PaymentRequest): void {
  const { payment_token, recurring_details, mandate_id } = request;
  const usesStoredOne = payment_token || recurring_details || mandate_id;
  if (request.is_stored_credential === false && usesStoredOne) {
    throw invalid('is_stored_credential should be true when reusing stored payment method data');
  }
}

function checkOvercapture(method: PaymentRequest['capture_method']): void {
  if (method !== 'manual') {
    throw precondition('Invalid overcapture request: supported only with manual capture');
  }
}

function checkInstallments({ installment_options: options, confirm }: PaymentRequest): void {
  if (!options) return;
  if (confirm) throw invalid('installment_options cannot be sent while confirming a payment');
  if (options.some(({ payment_method }) => payment_method !== 'card')) {
    throw invalid('installment_options are supported only for payment_method card');
  }
  const plans = options.flatMap(({ installments }) =>
    installments.flatMap(({ number_of_installments: count, billing_frequency }) =>
      (Array.isArray(count) ? count : [count]).map((one) => `${one} ${billing_frequency}`),
    ),
  );
  if (options.length > 1 || new Set(plans).size < plans.length) {
    throw invalid('installment_options contain duplicates');
  }
}

function checkIncrementalAuthorization(request: PaymentRequest): void {
  if (request.request_incremental_authorization && request.capture_method === 'automatic') {
    throw new SwitchError('payment_method_type_not_supported', {
      reason: 'incremental authorization is not supported when capture_method is automatic',
    });
  }
}

const missing = (field: string) => new SwitchError('missing_param', { field });
const invalid = (message: string) => new SwitchError('invalid_request', { message });
const precondition = (message: string) => new SwitchError('precondition_failed', { message });
