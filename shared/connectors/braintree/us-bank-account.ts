import * as v from 'valibot';
import type { HttpRequest, HttpResponse } from '#platform/http/egress/http-message.ts';
import { nameIn } from '../formats/addresses.ts';
import type { ExchangeAccount, NextStep, StepRequest } from '../interface/exchange.ts';
import type { Authorization, PaymentOutcome } from '../interface/payments.ts';
import { amounts } from './amounts.ts';
import { apiRequest, merchantAccountFor } from './requests.ts';
import {
  Payment,
  paymentFields,
  paymentOutcome,
  readAnswer,
  verificationFields,
} from './responses.ts';
import { readVaulted } from './verification.ts';

type Source = Authorization['source'];

/** Whether the customer pays from an account at a bank in the United States. */
export const isUsBankAccount = (source: Source): boolean =>
  source.kind === 'connector_mandate'
    ? source.method === 'bank_debit'
    : source.kind === 'payment_method' && source.shape === 'ach_bank_debit';

const Account = v.object({
  account_number: v.string(),
  routing_number: v.string(),
  bank_account_holder_name: v.nullish(v.string()),
  bank_type: v.nullish(v.string()),
  bank_holder_type: v.nullish(v.string()),
});

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
  const data = v.safeParse(Account, source.kind === 'payment_method' ? source.data : undefined);
  if (!data.success) throw new Error('The data name no account at a bank.');
  const { account_number, routing_number, bank_type } = data.output;
  const holder = data.output.bank_account_holder_name || nameIn(order.billing);
  if (!holder) throw new Error('Braintree wants the name of the owner of an account.');
  return {
    usBankAccount: {
      accountNumber: account_number,
      routingNumber: routing_number,
      accountType: bank_type === 'savings' ? 'SAVINGS' : 'CHECKING',
      ...(data.output.bank_holder_type === 'business'
        ? { businessOwner: { businessName: holder } }
        : { individualOwner: ownerIn(input, holder) }),
      achMandate: settingsOf(account).ach_mandate,
    },
  };
}

function settingsOf({ metadata }: ExchangeAccount): v.InferOutput<typeof Settings> {
  const settings = v.safeParse(Settings, metadata);
  if (!settings.success) throw new Error('The account does not state the text of the consent.');
  return settings.output;
}

/** The names of the billing address, else the holder's, with the last word as the last name. */
function ownerIn({ order: { billing } }: Authorization, holder: string) {
  const { first_name: firstName, last_name: lastName } = billing?.address ?? {};
  if (firstName && lastName) return { firstName, lastName };
  const words = holder.trim().split(/\s+/);
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
