import * as v from 'valibot';
import type { Browser, Initiator, Order } from '#connectors/interface/order.ts';
import type { Authorization } from '#connectors/interface/payments.ts';
import type { Configuration } from '#merchants/accounts/merchant-account.ts';
import { compact } from '#platform/schema.ts';
import type { Payment } from '../payment.ts';
import type { BrowserInfo } from '../request/browser-info.ts';
import { PaymentRequest } from '../request/payment-request.ts';
import { levelDataOf, linesOf } from './order-lines.ts';

/** A stored field that cannot be read is left out: it must not stop a payment. */
const stored = <Schema extends v.GenericSchema>(schema: Schema) =>
  v.fallback(v.optional(schema), undefined);

/** The fields of the request that are sent to a processor, as the payment stores them. */
const StoredOrder = v.object({
  billing: stored(PaymentRequest.entries.billing),
  shipping: stored(PaymentRequest.entries.shipping),
  description: stored(PaymentRequest.entries.description),
  billing_descriptor: stored(PaymentRequest.entries.billing_descriptor),
  statement_descriptor_name: stored(PaymentRequest.entries.statement_descriptor_name),
  statement_descriptor_suffix: stored(PaymentRequest.entries.statement_descriptor_suffix),
  merchant_order_reference_id: stored(PaymentRequest.entries.merchant_order_reference_id),
  metadata: stored(PaymentRequest.entries.metadata),
  order_details: stored(PaymentRequest.entries.order_details),
  surcharge_details: stored(PaymentRequest.entries.surcharge_details),
  order_tax_amount: stored(PaymentRequest.entries.order_tax_amount),
  shipping_cost: stored(PaymentRequest.entries.shipping_cost),
  tax_status: stored(PaymentRequest.entries.tax_status),
  duty_amount: stored(PaymentRequest.entries.duty_amount),
  discount_amount: stored(PaymentRequest.entries.discount_amount),
  shipping_amount_tax: stored(PaymentRequest.entries.shipping_amount_tax),
  order_date: stored(PaymentRequest.entries.order_date),
  browser_info: stored(PaymentRequest.entries.browser_info),
  authentication_type: stored(PaymentRequest.entries.authentication_type),
  force_3ds_challenge: stored(PaymentRequest.entries.force_3ds_challenge),
  psd2_sca_exemption_type: stored(PaymentRequest.entries.psd2_sca_exemption_type),
  off_session: stored(PaymentRequest.entries.off_session),
  mit_category: stored(PaymentRequest.entries.mit_category),
  payment_channel: stored(PaymentRequest.entries.payment_channel),
  customer_acceptance: stored(PaymentRequest.entries.customer_acceptance),
  mandate_data: stored(PaymentRequest.entries.mandate_data),
  enable_partial_authorization: stored(PaymentRequest.entries.enable_partial_authorization),
});
type StoredOrder = v.InferOutput<typeof StoredOrder>;

/** How the payment is charged, as far as it decides which fields the processor gets. */
interface Charge extends Pick<Authorization, 'networkTransactionId'> {
  /** Absent when the customer comes back from a challenge. */
  readonly source?: Authorization['source'];
  /** The processor's own id of the customer, from an earlier payment with the same account. */
  readonly connectorCustomerId?: string | undefined;
  /** Whose profile may want level 2 and 3 data to be sent, and challenges to be forced. */
  readonly configuration?: Pick<Configuration, 'profiles'>;
}

/**
 * The data of a payment that a processor gets beside the money: the goods, the customer and the
 * initiator. It is made only of the payment, so a later step sends the same. Nothing of it may be
 * logged.
 */
export function orderOf(
  {
    requestFields,
    customer,
    attempt,
    profileId,
  }: Pick<Payment, 'requestFields' | 'customer' | 'attempt' | 'profileId'>,
  charge: Charge = {},
): Order {
  const order = v.parse(StoredOrder, requestFields);
  const { surcharge_details: surcharge, payment_channel: channel } = order;
  const connectorCustomerId = attempt.connectorCustomerId ?? charge.connectorCustomerId;
  const known = customer?.redactedAt === undefined ? customer : { id: customer.id };
  const settings = charge.configuration?.profiles.find(({ id }) => id === profileId)?.settings;
  const isCustomerKnown = customer !== undefined || connectorCustomerId !== undefined;
  return compact({
    customer: isCustomerKnown
      ? compact({
          id: known?.id,
          name: known?.name,
          email: known?.email,
          phone: known?.phone,
          phoneCountryCode: known?.phone_country_code,
          taxId: known?.tax_registration_id,
          connectorCustomerId,
        })
      : undefined,
    billing: order.billing,
    shipping: order.shipping,
    description: order.description,
    statementDescriptor:
      order.billing_descriptor?.statement_descriptor ?? order.statement_descriptor_name,
    statementDescriptorSuffix:
      order.billing_descriptor?.statement_descriptor_suffix ?? order.statement_descriptor_suffix,
    merchantReference: order.merchant_order_reference_id,
    metadata: order.metadata,
    lines: order.order_details && linesOf(order.order_details),
    surchargeMinor: surcharge && surcharge.surcharge_amount + (surcharge.tax_amount ?? 0),
    taxMinor: order.order_tax_amount,
    shippingMinor: order.shipping_cost,
    levelData: settings?.is_l2_l3_enabled === true ? levelDataOf(order) : undefined,
    browser: order.browser_info && browserOf(order.browser_info),
    authenticationType: order.authentication_type,
    forcesChallenge:
      (order.force_3ds_challenge ?? settings?.force_3ds_challenge) === true || undefined,
    scaExemption: order.psd2_sca_exemption_type,
    initiator: initiatorOf(order, charge),
    offSession: order.off_session,
    channel: channel === 'mail_order' || channel === 'telephone_order' ? channel : undefined,
    customerAcceptance: acceptanceOf(order),
    partialAuthorization: order.enable_partial_authorization,
  });
}

/** The merchant initiates charges of a stored credential in the customer's absence. */
function initiatorOf(
  { off_session: offSession, mit_category: why }: StoredOrder,
  { source, networkTransactionId }: Charge,
): Initiator {
  const isStored = source?.kind === 'connector_mandate' || networkTransactionId !== undefined;
  if (!isStored || offSession === false) return { by: 'customer' };
  return { by: 'merchant', ...(why && { why }) };
}

function acceptanceOf({ customer_acceptance: atRoot, mandate_data: mandate }: StoredOrder) {
  const acceptance = atRoot ?? mandate?.customer_acceptance;
  return (
    acceptance &&
    compact({
      type: acceptance.acceptance_type,
      acceptedAt: acceptance.accepted_at,
      ipAddress: acceptance.online?.ip_address,
      userAgent: acceptance.online?.user_agent,
    })
  );
}

const browserOf = (browser: BrowserInfo): Browser =>
  compact({
    ipAddress: browser.ip_address,
    userAgent: browser.user_agent,
    acceptHeader: browser.accept_header,
    language: browser.language,
    colorDepth: browser.color_depth,
    screenHeight: browser.screen_height,
    screenWidth: browser.screen_width,
    timeZone: browser.time_zone,
    javaEnabled: browser.java_enabled,
    javaScriptEnabled: browser.java_script_enabled,
  });
