import { authorizeDotNetConnector } from '#connectors/authorizedotnet/connector.ts';
import type { Authorization } from '#connectors/interface/payments.ts';
import { account, bodyOf, payment } from './answers.ts';

const { authorize } = authorizeDotNetConnector();

const customer = { by: 'customer' } as const;
const recurring = { by: 'merchant', why: 'recurring' } as const;
const unscheduled = { by: 'merchant', why: 'unscheduled' } as const;
const stores = { futureUsage: 'off_session' } as const;
const uses = { source: { kind: 'connector_mandate', connectorMandateId: '394-694' } } as const;
const recurringSetting = { setting: [{ settingName: 'recurringBilling', settingValue: 'true' }] };

/** The members about the card as a stored one. */
function told(initiator: Authorization['order']['initiator'], changes: Partial<Authorization>) {
  const input = { ...payment, ...changes, order: { ...payment.order, initiator } };
  const { transactionRequest } = bodyOf(authorize.request(input, account)).createTransactionRequest;
  const { processingOptions, subsequentAuthInformation, transactionSettings } = transactionRequest;
  return { processingOptions, subsequentAuthInformation, transactionSettings };
}

/**
 * Who starts it, whether it is the first, and why. The request of a customer who stores a card does
 * not contain the reason of later charges, so both reasons are the same there.
 *
 * @see https://developer.authorize.net/api/reference/features/card-on-file.html
 * @see https://github.com/activemerchant/active_merchant/blob/master/lib/active_merchant/billing/gateways/authorize_net.rb
 * (add_processing_options)
 */
it.each([
  ['customer, first, recurring', customer, stores, { isFirstSubsequentAuth: true }, undefined],
  ['customer, first, unscheduled', customer, stores, { isFirstSubsequentAuth: true }, undefined],
  ['customer, later, recurring', customer, uses, { isStoredCredentials: true }, undefined],
  ['customer, later, unscheduled', customer, uses, { isStoredCredentials: true }, undefined],
  ['merchant, first, recurring', recurring, stores, { isFirstRecurringPayment: true }, undefined],
  ['merchant, first, unscheduled', unscheduled, stores, { isFirstSubsequentAuth: true }, undefined],
  ['merchant, later, recurring', recurring, uses, { isSubsequentAuth: true }, recurringSetting],
  ['merchant, later, unscheduled', unscheduled, uses, { isSubsequentAuth: true }, undefined],
] as const)('a charge says whose it is: %s', (_case, initiator, changes, options, settings) => {
  expect(told(initiator, changes)).toEqual({
    processingOptions: options,
    subsequentAuthInformation: undefined,
    transactionSettings: settings,
  });
});

it('a charge of a card that is not stored says nothing of a stored one', () => {
  const nothing = { processingOptions: undefined, transactionSettings: undefined };
  expect(told(customer, {})).toMatchObject(nothing);
});

it('a charge by the number of the card network names it, and a reason only of the schema', () => {
  const networkTransactionId = '123456789NNNH';
  expect(told(unscheduled, { networkTransactionId })).toMatchObject({
    processingOptions: { isSubsequentAuth: true },
    subsequentAuthInformation: { originalNetworkTransId: networkTransactionId },
  });
  const again = { by: 'merchant', why: 'resubmission' } as const;
  expect(told(again, { networkTransactionId }).subsequentAuthInformation).toEqual({
    originalNetworkTransId: networkTransactionId,
    reason: 'resubmission',
  });
  expect(told(unscheduled, { networkTransactionId }).subsequentAuthInformation).not.toHaveProperty(
    'reason',
  );
});
