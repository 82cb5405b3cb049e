import * as v from 'valibot';
import { word } from '../formats/words.ts';

const text = v.nullish(v.string());

const processorWords = 'legacyCode message';
const checkWords = 'cvvResponse avsPostalCodeResponse avsStreetAddressResponse';
const refusalWords =
  `processorResponse { ${processorWords} ${checkWords} } networkResponse { code message } ` +
  'merchantAdviceCodeResponse { code }';

/** The members of a refund that outcomes are made of, in the words of a query. */
export const refundFields =
  'id legacyId amount { value currencyCode } orderId status statusHistory { status ' +
  `... on AuthorizedEvent { authorizationExpiresAt processorResponse { ${checkWords} } } ` +
  `... on ProcessorDeclinedEvent { ${refusalWords} } ` +
  `... on FailedEvent { ${refusalWords} } ` +
  `... on GatewayRejectedEvent { gatewayRejectionReason ${refusalWords} } ` +
  `... on SettlementDeclinedEvent { processorResponse { ${processorWords} } } }`;

/** The same of a transaction. */
export const paymentFields =
  `${refundFields} paymentMethodSnapshot { __typename ` +
  '... on CreditCardTransactionDetails { networkTransactionId } ' +
  '... on UsBankAccountDetails { achReturnCode } }';

const Status = word([
  'AUTHORIZED',
  'AUTHORIZING',
  'AUTHORIZATION_EXPIRED',
  'FAILED',
  'GATEWAY_REJECTED',
  'PROCESSOR_DECLINED',
  'SETTLED',
  'SETTLEMENT_CONFIRMED',
  'SETTLEMENT_DECLINED',
  'SETTLEMENT_PENDING',
  'SETTLING',
  'SUBMITTED_FOR_SETTLEMENT',
  'VOIDED',
]);

const StatusEvent = v.object({
  status: v.nullish(Status),
  authorizationExpiresAt: text,
  processorResponse: v.nullish(
    v.object({
      legacyCode: text,
      message: text,
      cvvResponse: text,
      avsPostalCodeResponse: text,
      avsStreetAddressResponse: text,
    }),
  ),
  networkResponse: v.nullish(v.object({ code: text, message: text })),
  merchantAdviceCodeResponse: v.nullish(v.object({ code: text })),
  gatewayRejectionReason: text,
});
type StatusEvent = v.InferOutput<typeof StatusEvent>;
/** The words of a change that tell why it was made. */
export type Reasons = Omit<StatusEvent, 'status'>;

/** The members of a card's verification that outcomes are made of, in the words of a query. */
export const verificationFields =
  `status gatewayRejectionReason processorResponse { ${processorWords} ${checkWords} } ` +
  'networkResponse { code message }';

/** How a card was verified: the words are those of an event. */
export const Verification = v.object({
  ...StatusEvent.entries,
  status: word([
    'FAILED',
    'GATEWAY_REJECTED',
    'PENDING',
    'PROCESSOR_DECLINED',
    'VERIFIED',
    'VERIFYING',
  ]),
});

/** A transaction or a refund; its history begins with the newest change. */
export const Payment = v.object({
  id: v.string(),
  orderId: text,
  status: Status,
  amount: v.nullish(v.object({ value: v.string(), currencyCode: v.string() })),
  paymentMethodSnapshot: v.nullish(
    v.object({ __typename: text, networkTransactionId: text, achReturnCode: text }),
  ),
  statusHistory: v.nullish(v.array(StatusEvent)),
  paymentMethod: v.nullish(v.object({ id: v.string() })),
});
export type Payment = v.InferOutput<typeof Payment>;
