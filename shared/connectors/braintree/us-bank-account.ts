import * as v from 'valibot';
import type { HttpRequest, HttpResponse } from '#platform/http/egress/http-message.ts';
import type { Address } from '#vocabulary/address.ts';
import { nameIn } from '../formats/addresses.ts';
import { accountNumberIn, payerOf, textIn } from '../formats/method-data.ts';
import type { ExchangeAccount, NextStep, StepRequest } from '../interface/exchange.ts';
import type { Authorization, PaymentOutcome } from '../interface/payments.ts';
import { amounts } from './amounts.ts';
import { apiRequest, merchantAccountFor } from './requests.ts';
import { paymentOutcome, readAnswer } from './responses.ts';
import { Payment, paymentFields, verificationFields } from './transaction.ts';
import { readVaulted } from './verification.ts';

type Source = Authorization['source'];

/** Whether the customer pays from an account at a bank in the United States. */
export const isUsBankAccount = (source: Source): boolean =>
  source.kind === 'connector_mandate'
    ? source.method === 'bank_debit'
    : source.kind === 'payment_method' && source.shape === 'ach_bank_debit';

/**
 * The text of the consent in the shop's form, which Braintree stores as its proof, and how Braintree
 * verifies an account: `network_check`, the default, or `independent_check` for merchants who do
 * so themselves.
 */
const Settings = v.object({
  ach_mandate: v.pipe(v.string(), v.nonEmpty()),
  ach_verification: v.optional(v.picklist(['network_check', 'independent_check'])),
});

/** Throws where the account does not state the text of the consent; no error repeats the data. */
export function bankAccountInput(input: Authorization, account: ExchangeAccount): object {
  const { source, order } = input;
  if (source.kind !== 'payment_method') throw new Error('The source names no account at a bank.');
  const { data } = source;
  const { name } = payerOf(data, order);
  if (!name) throw new Error('Braintree wants the name of the owner of an account.');
  return {
    usBankAccount: {
      accountNumber: accountNumberIn(data, 'account_number'),
      routingNumber: accountNumberIn(data, 'routing_number'),
      accountType: textIn(data, 'bank_type') === 'savings' ? 'SAVINGS' : 'CHECKING',
      ...(textIn(data, 'bank_holder_type') === 'business'
        ? { businessOwner: { businessName: name } }
        : { individualOwner: ownerIn(name, order.billing) }),
      achMandate: settingsOf(account).ach_mandate,
    },
  };
}

function settingsOf({ metadata }: ExchangeAccount): v.InferOutput<typeof Settings> {
  const settings = v.safeParse(Settings, metadata);
  if (!settings.success) throw new Error('The account does not state the text of the consent.');
  return settings.output;
}

/** The names of the billing address where they are the owner's; else the last word is the last name. */
function ownerIn(name: string, billing: Address | undefined) {
  const { first_name: firstName, last_name: lastName } = billing?.address ?? {};
  if (firstName && lastName && nameIn(billing) === name) return { firstName, lastName };
  const words = name.trim().split(/\s+/);
  const last = words.pop();
  if (!last || words.length === 0) throw new Error('Braintree wants the first and the last name.');
  return { firstName: words.join(' '), lastName: last };
}

/**
 * The steps after the tokenization. Braintree charges only an account that is stored and verified,
 * so it is stored also for a single payment.
 *
 * @see https://developer.paypal.com/braintree/graphql/integration_guides/ach_direct_debit
 */
export function chargeOfToken(
  input: Authorization,
  account: ExchangeAccount,
  paymentMethodId: string,
): NextStep<PaymentOutcome> {
  const { ach_verification: verification = 'network_check' } = settingsOf(account);
  const next: StepRequest = {
    ...apiRequest(
      account,
      `mutation vaultUsBankAccount($input: VaultUsBankAccountInput!) { vaultUsBankAccount(input: $input) { paymentMethod { id } verification { ${verificationFields} } } }`,
      {
        paymentMethodId,
        verificationMerchantAccountId: merchantAccountFor(account, input.currency),
        verificationMethod: verification.toUpperCase(),
      },
    ),
    step: 'token',
  };
  return {
    next,
    outcome(response) {
      const stored = readVaulted('vaultUsBankAccount', response);
      if (stored.result !== 'captured') return stored;
      const { connectorMandateId: id } = stored;
      return { next: debitRequest(input, account, id), outcome: (one) => readDebit(one, input) };
    },
  };
}

/** The order id is our reference, as that of a card's charge. */
export function debitRequest(
  input: Authorization,
  account: ExchangeAccount,
  paymentMethodId: string,
): HttpRequest {
  const { amountMinor, currency, reference, order } = input;
  const isStored = input.source.kind !== 'connector_mandate' && input.futureUsage === 'off_session';
  const fields = isStored ? `${paymentFields} paymentMethod { id }` : paymentFields;
  return apiRequest(
    account,
    `mutation chargeUsBankAccount($input: ChargeUsBankAccountInput!) { chargeUsBankAccount(input: $input) { transaction { ${fields} } } }`,
    {
      paymentMethodId,
      transaction: {
        amount: amounts.toMajorString(amountMinor, currency),
        merchantAccountId: merchantAccountFor(account, currency),
        orderId: reference,
      },
      options: { standardEntryClassCode: order.channel === 'telephone_order' ? 'TEL' : 'WEB' },
    },
  );
}

export function readDebit(response: HttpResponse, input: Authorization): PaymentOutcome {
  const answer = readAnswer('chargeUsBankAccount', v.object({ transaction: Payment }), response);
  return 'refusal' in answer ? answer.refusal : paymentOutcome(answer.done.transaction, input);
}
