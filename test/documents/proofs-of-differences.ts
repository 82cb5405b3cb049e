/** Names of tests, by their file. */
type Proof = Readonly<Record<string, readonly string[]>>;

/**
 * The tests that run the claims of `docs/differences.md`, by the words with which a row or a paragraph
 * begins. The page names their files. Each claim of a row has a test of its own here.
 */
export const proofs: Readonly<Record<string, Proof>> = {
  'A browser has the publishable key': {
    'test/functions/payments/client-input.test.ts': [
      'a client cannot update a payment',
      'a client’s confirm may state a payment method: %j',
    ],
  },
  'A confirm from a browser that states': {
    'test/functions/payments/client-input.test.ts': [
      "a client’s confirm with another capture_method than the merchant's is refused by that field's name, and nothing changes",
      "a client’s confirm with metadata, which the merchant left open, is refused by that field's name",
      'a client’s confirm changes nothing by amount',
      'a client’s confirm changes nothing by currency',
      'a client’s confirm may state return_url that the merchant left open',
      'a payer’s correction of email becomes the billing address of the method, from both places, and the merchant’s value stays',
    ],
    'test/functions/routing/connectors-of-page.test.ts': [
      'a page that names an offered connector beside another is refused, and nothing changes',
    ],
  },
  'A browser cannot update a payment': {
    'test/functions/payments/client-input.test.ts': ['a client cannot update a payment'],
  },
  'A browser reads `null`': {
    'test/functions/payments/read-by-clients.test.ts': [
      'a customer’s browser reads the listed fields of a payment, and its merchant reads all',
      "a customer’s browser can't read the merchant's private fields: sync",
    ],
  },
  'The pages of a redirect and of a payment link': {
    'test/functions/payments/redirect.test.ts': [
      'the page that leads to the processor is closed without its token, and tokens of the return do not open it',
    ],
    'test/functions/payment-links/pages.test.ts': [
      "a payment link's URL opens no page without its token, and shows no secret",
    ],
  },
  'An ephemeral key opens': {
    'test/functions/ephemeral-keys/ephemeral-keys.test.ts': [
      'an ephemeral key reads its customer, and no other',
      "an ephemeral key lists, sets as default and deletes that customer's cards, and no other customer's",
    ],
  },
  '`GET /blocklist` needs': {
    'test/functions/payments/read-by-clients.test.ts': [
      "a customer’s browser can't read blocking details",
    ],
  },
  'A confirm for another address': {
    'test/functions/payments/calculate-tax.test.ts': [
      'the address of a calculated tax is the shipping address: confirmed by the %s',
    ],
  },
  'The surcharge is decided at the confirm': {
    'test/functions/payments/decided-by-programs.test.ts': [
      'the customer’s browser may pay with another card after a decline, and pays that card’s surcharge',
    ],
    'test/functions/payments/eligibility.test.ts': [
      'the eligibility check returns the surcharge of a typed card, and stores nothing',
      'the confirm charges the surcharge of the eligibility check',
    ],
  },
  'A page cannot call operations': {
    'test/end-to-end/pages-of-shops.test.ts': ["a page can't act with an operator's key"],
  },
  'Session tokens for PayPal': {
    'test/functions/payments/post-session-tokens.test.ts': [
      'session tokens are refused once the payment is confirmed',
    ],
  },
  'An unknown address of a payment link': {
    'test/functions/payment-links/pages.test.ts': [
      'the payment page does not exist without a link, a payment or a merchant',
    ],
    'test/functions/payout-links/pages.test.ts': ['a payout page does not open as %s'],
    'test/functions/collect-links/collect-links.test.ts': [
      'a collect page opens by its page token only',
    ],
  },
  'A confirm with an `sdk_authorization`': {
    'test/functions/payments/confirm-by-client.test.ts': [
      'the customer’s browser gets IR_08 for an expired payment, by its client secret and by its SDK authorization',
    ],
  },
  '`required_fields` name': {
    'test/functions/payment-methods/merchant-list.test.ts': [
      "the fields of a payment's method are those without which the adapter refuses it",
      'the fields of a card name no payer for an adapter that needs none, such as that of Adyen',
    ],
  },
  'A BLIK payment at Stripe': {
    'test/shared/connectors/stripe/at-sandbox.test.ts': [
      'bank_redirect blik: the customer gets the next action at the sandbox, and the payment is captured',
    ],
  },
  'Requests that move money refuse an unknown member': {
    'test/prove/ignored-members.test.ts': [
      'an operation that moves money does not ignore a member about money: %s with %s',
      'an operation that moves money refuses a body that names another object than the path: %s',
      'a refusal names the right member: %s with %j',
      'a member that a published client sends without an effect stays ignored: %s by %s',
      'a member without a meaning is ignored, and a line of the log names it beside its payment',
    ],
  },
  'A webhook that reports a decline': {
    'test/functions/incoming-webhooks/receive.test.ts': [
      'a webhook of a failed payment makes the switch sync with the processor at once',
      'a webhook of a failed refund makes the switch sync with the processor at once',
      'a webhook that fails a succeeded refund leaves it succeeded until the processor confirms',
    ],
    'test/shared/switch/payments/lifecycle/apply-outcome.test.ts': [
      "a webhook's failure of an authorization, %s, is applied only once a sync confirms it",
    ],
  },
  'A webhook that names another id': {
    'test/functions/incoming-webhooks/other-processors.test.ts': [
      'a webhook with our reference about another transaction changes nothing, syncs ours at once and alerts an operator: %j',
      'a webhook with our reference about another transaction changes nothing of a paid payment, whose id stays',
    ],
  },
  'A request with `merchant_connector_details`': {
    'test/prove/every-route.test.ts': [
      '%s answers 501 to credentials of a merchant',
      'credentials of a request are in the contracts of payments, refunds and sessions',
    ],
  },
  'An amount that the processor cannot express': {
    'test/functions/payments/inexpressible-amounts.test.ts': [
      'a charge that its processor cannot express is refused with the expected amount, and nothing is sent',
      'an inexpressible refund is refused, and the whole payment can still be refunded',
    ],
  },
  'A card payment with the `payment_channel`': {
    'test/functions/payments/connector-abilities.test.ts': [
      'a payment whose only processor cannot do orders by telephone is refused, and nothing is saved or sent',
      'a payment that its first processor cannot do because of %s goes to the next',
    ],
    'test/shared/connectors/mail-orders.test.ts': [
      '%s, whose API has no mark for orders by mail or telephone, takes none',
    ],
  },
  'A processor that reports a larger amount': {
    'test/functions/incoming-webhooks/other-processors.test.ts': [
      'a webhook that captured more than was authorized puts the payment in conflict',
    ],
    'test/prove/faults/rows.test.ts': [
      'a processor that charges another amount makes the payment conflicted, and raises an alarm',
    ],
  },
  'A cancel is refused for a payment': {
    'test/functions/payments/cancel.test.ts': [
      'cancelling a payment is refused in partially_captured, and nothing changes',
      'cancelling a payment is refused in conflicted, and nothing changes',
      'cancelling a payment is refused in expired, and nothing changes',
      'cancelling a payment is refused in cancelled_post_capture, and nothing changes',
    ],
  },
  'A cancel during a challenge': {
    'test/functions/payments/cancel.test.ts': [
      'cancelling a payment ends a challenge, which the customer cannot complete any more',
      'cancelling a payment is too late when the customer was faster, and returns its state',
    ],
  },
  'A confirm that names the open attempt in `given_up_attempt_id`': {
    'test/functions/payments/given-up-attempts.test.ts': [
      'a customer who left the bank pays in another way, after the first attempt was voided',
      'a confirm without the attempt stays refused, so that a double click ends no attempt',
      'a processor that does not void keeps the attempt open, and the refusal says until when: %s',
    ],
    'test/functions/payments/given-up-races.test.ts': [
      'a payment is charged at most once, whatever comes first: %s',
    ],
  },
  '`approve` and `reject` are accepted only': {
    'test/functions/payments/risk.test.ts': [
      'approve: a payment that is not under review is refused',
      'reject: a payment that is not under review is refused',
      'approving a payment under fraud review captures it',
    ],
  },
  'A payment has at most 20 incremental authorizations': {
    'test/functions/payments/incremental-authorization.test.ts': [
      'an incremental authorization is refused after twenty, so that a payment stays small',
      'an incremental authorization without an answer stops captures, voids and further increments until the outcome is known',
    ],
  },
  'A mandate is charged only within': {
    'test/functions/mandates/charges.test.ts': [
      'a charge with a mandate is refused outside the dates of the mandate, to the second',
      'a charge with a single-use mandate is refused above its amount, and when it was used before',
    ],
    'test/functions/mandates/limits.test.ts': [
      'a mandate is never charged more than its amount, in whatever order two payments come',
      "a mandate whose payment's incremental authorization %s can't be charged beyond its limit",
    ],
  },
  'A capture, a void or a refund that Checkout.com': {
    'test/shared/connectors/checkout/checkout.test.ts': [
      'a capture, a void or a refund that Checkout.com has accepted stays pending',
    ],
    'test/shared/connectors/cybersource/cybersource.test.ts': [
      'a CyberSource capture succeeds before its batch, and later syncs and refunds name it',
    ],
  },
  'The proof of an authentication': {
    'test/functions/authentications/authentications.test.ts': [
      'two payments with one proof at once: one is paid, and the other moves no money',
      'a second payment with a used proof is refused, and nothing of it is stored',
      'a proof is refused for %s than was authenticated, and stays for another payment',
    ],
  },
  'A refund needs an amount': {
    'test/functions/refunds/refunds.test.ts': [
      'a refund is refused in the order of the rules, each with its own code',
    ],
  },
  'A payout is `pending` before': {
    'test/functions/payouts/payouts.test.ts': [
      'a payout is pending before its processor is asked to pay',
      "an operator's payout update decides a payout whose processor does not, and no final one",
    ],
    'test/functions/payouts/webhooks-and-lists.test.ts': [
      'a webhook that contradicts a final payout changes nothing, and raises an alarm',
    ],
  },
  'A cancel of a payout': {
    'test/functions/payouts/payouts.test.ts': [
      'a payout cancel is requested from the processor with the card %s',
      'a payout cancel that the processor refuses is refused, and the payout goes on',
    ],
  },
  'A payout link and a link to save a card': {
    'test/functions/payout-links/pages.test.ts': ['a payout page opens by its page token only'],
    'test/functions/collect-links/collect-links.test.ts': [
      'a collect page opens by its page token only',
    ],
  },
  '`payout_link` in an update': {
    'test/functions/payout-links/links.test.ts': [
      'an update cannot give a link to a payout that was created without one',
    ],
    'test/functions/payout-links/pages.test.ts': [
      'the payout page shows the outcome, and leads back to the return URL with id and status',
    ],
  },
  "An operator's manual update": {
    'test/functions/payments/manual-update.test.ts': [
      'an unconfirmed payment ends by a manual update to failure: it is failed',
      'an unconfirmed payment is not made %s by hand, because no processor was asked',
      "a manual update can't decide a payment that is final",
    ],
    'test/functions/refunds/manual-update.test.ts': [
      "an operator's refund update returns a failed one's amount to the payment, once",
    ],
  },
  'A request with a card number in a text': {
    'test/prove/card-numbers-in-texts.test.ts': [
      'a card number is tried in every text of every operation',
    ],
  },
  'Network tokens, decrypted wallets and Bancontact cards': {
    'test/functions/payments/other-methods-attached.test.ts': [
      'a payment by %s needs the data again at its confirm: such a number is stored in no payment',
      'a payment by %s that the merchant has decrypted is not stored either',
    ],
  },
  'Only cards are saved': {
    'test/functions/payment-methods/save.test.ts': [
      "a payment method's completion is refused: a bank account",
      "a payment method's completion is refused: a wallet",
    ],
    'test/functions/collect-links/collect-links.test.ts': [
      'a collect link for no method that can be saved is refused, and nothing is written',
    ],
    'test/functions/payment-methods/bank-accounts.test.ts': [
      'the exchanged bank accounts are on the customer’s list with only their last digits, and their numbers are nowhere',
    ],
  },
  'Cards that are taken over': {
    'test/functions/payment-methods/migrate-batch.test.ts': [
      'the same file twice has one effect: the same payment methods, and as many cards in the vault',
      'a row with a wrong check digit is refused by itself, between two rows that are taken',
      'a row with a wallet is refused by itself, between two rows that are taken',
      'a card number in the column %s is refused, and stands in no answer, log or table',
      'a network token is not taken, and the answer says so',
    ],
  },
  '`GET /payments/{payment_id}/extended_card_info`': {
    'test/functions/payments/extended-card.test.ts': [
      "a payment's card is answered as JSON Web Encryption for the merchant's key, without its code",
      'the key is the one that the profile has when the card is asked for',
    ],
  },
  'An entry of the blocklist by fingerprint': {
    'test/shared/vault/jobs/rotate-keys.test.ts': [
      'the key rotation keeps both fingerprints for thirty days, and then only the new one',
    ],
  },
  'Webhook secrets and the credentials of wallets': {
    'test/functions/connector-accounts/connector-accounts.test.ts': [
      'a connector account is shown whole, as it was created, with its credentials masked',
      'a connector account shows wallet credentials masked at any depth',
    ],
  },
  'Deleting a customer overwrites': {
    'test/functions/payments/customer-of-payment.test.ts': [
      'forgetting the customer overwrites the copies of payments and payouts',
    ],
  },
  '`X-Connected-Merchant-Id` is refused': {
    'test/api-rules/authentication.test.ts': [
      'a request in the name of a connected merchant is refused, and changes nothing',
    ],
  },
  'Error bodies have `param`': {
    'test/shared/platform/http/response/error-help.test.ts': [
      'a refusal with x-error-help %j has these members',
      'a refusal of an unknown caller has the published members alone, where it is asked so',
    ],
  },
  'The text of an error about a body': {
    'test/shared/platform/http/response/describe-issue.test.ts': [
      'the message about a wrong value never repeats the value',
    ],
  },
  'A decline for which the operator has no rule': {
    'test/functions/payments/explained-declines.test.ts': [
      'a decline by Adyen of the kind %s (%s) is explained in the language of the request',
      "an operator's rule replaces the members that it states",
      'a decline by a test connector keeps its published code and message, and has its reason beside them',
    ],
  },
  'Lists show a new payment': {
    'test/functions/lists/payments.test.ts': [
      'a list shows a new payment and a new refund once the stream of the table has brought them',
    ],
  },
  'A payment that is created without its confirm': {
    'test/shared/merchants/accounts/configuration-store.test.ts': [
      'a setting that a request reads without its present value is two seconds old at most',
    ],
    'test/functions/blocklist/settings-that-stop-fraud.test.ts': [
      'a container takes no payment once another has answered that %s',
    ],
  },
  'A routing program with an unknown key': {
    'test/functions/routing/algorithms.test.ts': [
      'a new routing algorithm whose program is no program is refused',
      'a new routing algorithm whose shares are all 0 is refused, also as the selection of a rule',
    ],
    'test/shared/switch/routing/rules/programs.test.ts': [
      'a program with an unknown key is refused with its rule and its comparison',
      'a program with an unknown word among known ones is refused with its rule and its comparison',
      'a program with a number and a word is refused with its rule and its comparison',
    ],
  },
  'Success-based or elimination routing': {
    'test/functions/routing/learning.test.ts': [
      'the settings of learning are refused with a threshold of nothing',
      'the settings of learning are refused with more than all payments that explore',
    ],
  },
  '`not_equal` with numbers': {
    'test/shared/switch/routing/rules/programs.test.ts': [
      'a comparison with not equal to another number is printed as it reads',
      'a comparison with not equal to that number is printed as it reads',
      'a program with an order of words is refused with its rule and its comparison',
    ],
  },
  "`/configs`, the table of settings of Hyperswitch's own operator": {
    'test/documents/operations-document.test.ts': [
      'a published operation that is not offered has a path that no operation of ours has',
    ],
  },
  'A card goes only to accounts that enable its network': {
    'test/functions/payments/connector-abilities.test.ts': [
      'a payment skips an account that does not enable the network of its card number, stated or not',
    ],
  },
  'At Stripe, bank redirects': {
    'test/shared/connectors/abilities.test.ts': [
      "Stripe takes %s of a payer in any country, as no account's limit is stated",
    ],
    'test/functions/payments/connector-abilities.test.ts': [
      'a payment skips an account that does not accept the country',
    ],
  },
  'A connector without an adapter': {
    'test/shared/merchants/connector-accounts/adapter-check.test.ts': [
      'a connector account can take payments where an adapter exists, and is refused by name for every other',
    ],
  },
  'Requests that fill a payment': {
    'test/functions/payments/large-payments.test.ts': [
      'a payment that is filled with 30 KB again and again accepts all that fits, refuses the rest with a reason and writes none of that',
      'a payment filled with 30 KB again and again is charged by its confirm and succeeds: the outcome always fits',
      'a text has a limit, also where the contract names no length',
    ],
    'test/functions/payouts/payouts.test.ts': [
      'a payout that is as large as its update may make it can be confirmed with its destination',
    ],
  },
  'A payment link whose order lines': {
    'test/functions/payment-links/links.test.ts': [
      'a payment link is refused when its order lines do not add up to the amount',
      'a payment link is refused when no account can take it',
    ],
  },
  'A file for a dispute': {
    'test/functions/disputes/evidence.test.ts': [
      'an attached file may be a %s, whatever its general type',
      'a file is not attached: when it is not what it is called',
      'a file is not attached: when it is too large',
    ],
  },
  'A fetch of disputes': {
    'test/functions/disputes/fetch.test.ts': [
      'a fetch passes over disputes of payments that the account did not take',
      'a fetch with %s %s is refused with the form that is expected',
      'a fetch of more pages than one request reads says so, and saves the pages that it read',
    ],
  },
  'A conversion without rates': {
    'test/functions/forex/forex.test.ts': [
      'the exchange rates that no operator has set are not found, nor does an amount convert',
      'a conversion from USD to GBP is refused as Hyperswitch refuses a word that is no currency',
    ],
  },
  'A file for the blocklist': {
    'test/functions/blocklist/batches.test.ts': [
      'a file with more than 4 MiB is refused, and no answer or log has a card number',
      'a row %s refuses the whole file, and no answer or log has a card number',
      'an error about a file counts all bad rows and shows 500',
    ],
  },
  'An `Idempotency-Key`, which': {
    'test/shared/platform/http/operation/idempotency.test.ts': [
      'a request under an Idempotency-Key is refused when its content differs',
      'a request under an Idempotency-Key is refused when another API key sent the first',
      'an Idempotency-Key has to be hard to guess when a customer presents it',
    ],
  },
  'A webhook endpoint whose server': {
    'test/functions/webhook-endpoints/switched-off.test.ts': [
      'an endpoint that accepts nothing for five days is disabled, once, and operators are alerted',
    ],
    'test/functions/queues/deliver-webhook.test.ts': [
      'W5: a failing receiver gets attempts on the schedule: 1 min, 2 × 5 min, 5 × 10 min, 5 × 1 h, 3 × 6 h',
    ],
  },
  'Errors have the status and the code': {
    'test/api-rules/error-catalogue.test.ts': [
      'every kind of error has a row in this suite, or a reason why not',
      'every code that Hyperswitch publishes is answered by an error of ours, or has a reason why not',
    ],
    'test/end-to-end/pages-of-shops.test.ts': [
      'a page reads the refusal of an unknown path',
      'a page reads the refusal of a method that a path does not have',
    ],
  },
};
