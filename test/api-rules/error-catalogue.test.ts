import type { ErrorKind } from '#platform/errors.ts';
import { catalogue } from '#platform/http/response/error-catalogue.ts';
import { errorsOfAccounts } from './errors-of-accounts.ts';
import { errorsOfCustomers } from './errors-of-customers.ts';
import { errorsOfPayments } from './errors-of-payments.ts';
import { errorsOfProcessors } from './errors-of-processors.ts';
import { errorsOfRequests } from './errors-of-requests.ts';
import { answerIn, type RuleContext, ruleContext } from './rule.ts';

const rows = [
  ...errorsOfRequests,
  ...errorsOfAccounts,
  ...errorsOfCustomers,
  ...errorsOfPayments,
  ...errorsOfProcessors,
];

/** Errors that a request by itself does not cause, with the reasons. */
const notProvoked: Partial<Record<ErrorKind, string>> = {
  account_verifier_refused: 'test/functions/payment-methods/bank-accounts.test.ts has it',
  client_secret_missing:
    'A client without its secret is told that the parameter is missing (IR_04) before anything else.',
  collect_link_not_found:
    'Only a page answers it, in words for people; see the tests of collect links.',
  connector_data_mismatch:
    'What a processor says of another amount makes the payment conflicted; no request fails for it.',
  concurrent_update:
    'Takes two requests at once; the races of each object have tests of their own.',
  idempotency_key_in_use: 'Takes two requests at once; see the tests of repeated requests.',
  idempotency_outcome_unknown: 'Takes a request that was cut off; see the tests of crashes.',
  too_many_requests: 'Takes many requests at once; see the tests of the rate of merchants.',
  temporarily_unavailable: 'Takes a table or a vault that fails; see the tests of faults.',
};

/** Codes of Hyperswitch that no operation of ours answers with, and why. */
const notOurs: Readonly<Record<string, string>> = {
  CE_01: 'A payment that a connector refuses is answered, as failed.',
  CE_02: 'A customer who is not authenticated makes the payment fail; it is answered.',
  CE_03: 'A capture that a connector refuses is answered with the payment.',
  CE_04: 'A card that a connector refuses makes the payment fail; it is answered.',
  CE_05: 'As CE_04.',
  CE_06: 'A refund that a connector refuses is answered, as failed.',
  CE_07: 'As CE_01, of payments of nothing.',
  CE_09: 'There are no subscriptions.',
  HE_05: 'There are no tenants beside merchants.',
  HE_06: 'Amounts are converted where they are checked; none fails.',
  IE_00: 'See `connector_data_mismatch`.',
  IR_17: 'There are no sessions of people.',
  IR_20: 'What a connector cannot do is not implemented (IR_00).',
  IR_21: 'One missing parameter is named at a time (IR_04).',
  IR_23: 'Files are kept by us and by no connector.',
  IR_24: 'What is in a wallet is for its processor to read.',
  IR_25: 'Hyperswitch defines it and never answers it.',
  IR_26: 'There are no cookies.',
  IR_27: 'Extended card information is never kept.',
  IR_28: 'Credentials for each currency are read by no connector of ours.',
  IR_30: 'Credentials are read when they are stated.',
  IR_42: 'There are no cookies.',
  IR_43: 'There are no platforms.',
  IR_45: 'There are no vaults of others.',
  IR_46:
    'Hyperswitch answers it for a mandate in another form than it was given; ours keep one form.',
  IR_47: 'The lengths of connectors are not known to us.',
  IR_48: 'There are no sessions of people, and no tokens that a connector keeps for one payment.',
  IR_49: 'There are no platforms.',
  IR_50: 'There are no platforms.',
  IR_51: 'There is no sign-in by name and password.',
  WE_03: 'Webhooks that fail here fail as everything does (HE_00).',
  WE_05: 'Webhooks that cannot be read are refused at once (WE_02).',
  WE_06: 'Webhooks signed with another secret than the merchant stated are not authentic (WE_01).',
};

/** Messages of Hyperswitch under codes of ours that our answers never contain, with the reasons. */
const notSaid: Readonly<Record<string, string>> = {
  'There was an issue processing the webhook body':
    'Says of a locked object what is not true; ours says that another request changes it.',
  'Failed to convert currency to minor unit': 'Amounts come in minor units.',
  'Duplicate mandate request. Mandate already attempted with the Mandate ID':
    'The identifiers of mandates are made here.',
  'The payment method with the specified details already exists in our records':
    'The same card of a customer is the same payment method.',
  'The config with the specified key already exists in our records':
    'There are no settings by key.',
  'Config key does not exist in our records.': 'There are no settings by key.',
  "Tokenization record not found for the given token_id '{id}' ":
    'Tokens belong to payment methods, and a token that is none is expired (IR_29).',
  'Mandate update failed': 'A mandate is saved together with its payment, or not at all.',
  'Return URL is not configured and not passed in payments request':
    'A customer who returns without a return URL is told which parameter is missing (IR_04).',
  'This refund is not possible through Hyperswitch. Please raise the refund through {connector} dashboard':
    'A refund that its connector cannot make is refused by its means of payment (IR_06).',
  'The payment has not succeeded yet. Please pass a successful payment to initiate refund':
    'The status of the payment is named instead (IR_14).',
  'The selected merchant connector account is disabled':
    'A disabled account is passed over, and without another there is none (IR_39).',
  'The connector provided in the request is incorrect or not available':
    'An unknown connector is refused with the body (IR_06).',
  'Address does not exist in our records': 'Addresses are a part of payments and customers.',
  'Missing required params': 'One missing parameter is named at a time (IR_04).',
  'This API is under development and will be made available soon.':
    'What is not implemented is named (IR_00).',
};

const numbered = (prefix: string, from: number, to: number) =>
  Array.from(
    { length: to - from + 1 },
    (_, index) => `${prefix}_${`${from + index}`.padStart(2, '0')}`,
  );

/** Every code that Hyperswitch publishes. */
const codes = [
  ...numbered('CE', 0, 9),
  ...numbered('HE', 0, 6),
  ...numbered('IR', 0, 51),
  ...numbered('WE', 1, 6),
  'IE_00',
];

describe('the catalogue of errors', () => {
  let context: RuleContext;
  beforeAll(async () => {
    context = await ruleContext();
  });

  for (const [kind, how, request, outcome] of rows)
    it(`${kind}: ${how} → ${answerIn(outcome)}`, async () => {
      const { status, body } = await request(
        kind === 'internal_error' ? await ruleContext() : context,
      );
      expect({ status, body }).toMatchObject(outcome);
      const [, code, message] = catalogue[kind];
      expect(body.error.code).toBe(code);
      expect(body.error.message).toMatch(patternOf(message));
    });

  it('every kind of error has a row in this suite, or a reason why not', () => {
    const provoked = rows.map(([kind]) => kind);
    const reasoned = Object.keys(notProvoked);
    expect(
      Object.keys(catalogue).filter((kind) => !isIn(kind, [...provoked, ...reasoned])),
    ).toEqual([]);
    expect(provoked.filter((kind) => isIn(kind, reasoned))).toEqual([]);
  });

  it('every code that Hyperswitch publishes is answered by an error of ours, or has a reason why not', () => {
    const ours = new Set(Object.values(catalogue).map(([, code]) => code));
    expect([...ours].filter((code) => !isIn(code, codes))).toEqual([]);
    expect(codes.filter((code) => !ours.has(code) && !(code in notOurs))).toEqual([]);
  });

  it('no error says a message for which there is a reason why not', () => {
    const said = Object.values(catalogue).map(([, , message]) => message);
    expect(said.filter((message) => message in notSaid)).toEqual([]);
  });
});

const isIn = (word: string, list: readonly string[]) => list.includes(word);

/** The pattern of all messages that a template can produce. */
const patternOf = (template: string) => {
  const parts = template
    .split(/\{\w+\}/)
    .map((part) => part.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&'));
  return new RegExp(`^${parts.join('[^]*')}$`);
};
