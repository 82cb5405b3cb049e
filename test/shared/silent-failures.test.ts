import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** A `catch` without the error, so that the failure is reported nowhere. */
const bare = /\bcatch \{|\.catch\(\s*(?:async )?\(\) =>/g;

/**
 * Every bare `catch` of the switch and the vault, by its file, with the reason why nothing is lost.
 * On the path of money a failure is logged and counted, except for these.
 */
const allowed: Readonly<Record<string, readonly [count: number, reason: string]>> = {
  'functions/payments/retrieve-extended-card.ts': [
    1,
    'the refusal says that the key cannot be read',
  ],
  'functions/probe/receive.ts': [1, 'the promise is kept, and its failure reaches who awaits it'],
  'shared/merchants/accounts/configuration-store.ts': [
    1,
    'the failed read leaves the cache and is thrown',
  ],
  'shared/merchants/accounts/with-current.ts': [1, 'the same promise is awaited later'],
  'shared/platform/lists/project-changes.ts': [1, 'an unreadable item is listed anew'],
  'shared/platform/aws/aws-client.ts': [3, 'the error itself is thrown, or the first call says it'],
  'shared/connectors/adyen/responses.ts': [1, 'what is no JSON is no refusal of its own'],
  'shared/connectors/ask-processor.ts': [1, 'the request that follows fails with the same error'],
  'shared/connectors/adyen/webhooks.ts': [1, 'an unreadable webhook is not authentic'],
  'shared/connectors/braintree/webhooks.ts': [1, 'what is no form is not authentic'],
  'shared/connectors/connectors.ts': [1, 'the request that follows fails with the same error'],
  'shared/connectors/formats/json.ts': [1, 'throws an error without the text, which may be secret'],
  'shared/connectors/send-exchange.ts': [1, 'what cannot be read as a refusal is a failure'],
  'shared/platform/crypto/aead.ts': [
    1,
    'throws an error that says no more than that it does not open',
  ],
  'shared/operator/gsm/gsm-store.ts': [1, 'the failed read leaves the cache and is thrown'],
  'shared/platform/formats/comma-separated.ts': [1, 'throws an error that quotes no cell'],
  'shared/platform/http/callers/admin-key.ts': [
    1,
    'the failed read leaves the cache and is thrown',
  ],
  'shared/platform/http/request/duplicate-member.ts': [
    1,
    'a name that is no JSON is compared as it is',
  ],
  'shared/platform/http/egress/egress.ts': [1, 'the outcome says that nothing was sent, and why'],
  'shared/platform/http/request/form.ts': [1, 'the caller is told'],
  'shared/platform/http/edge/admit-caller.ts': [1, 'the same promise is awaited later'],
  'shared/switch/incoming-webhooks/receive-webhook.ts': [
    2,
    'answered 400, or its time is not known',
  ],
  'shared/switch/incoming-webhooks/verify-sender.ts': [
    2,
    'what throws is unsigned, or stays unreadable',
  ],
  'shared/platform/lists/facet-counts.ts': [1, 'the same promise is awaited later'],
  'shared/platform/lists/read-list.ts': [1, 'the same promise is awaited later'],
  'shared/platform/lists/shards.ts': [1, 'the failed read leaves the cache and is thrown'],
  'shared/platform/metrics.ts': [1, 'what cannot be written cannot be logged either'],
  'shared/switch/payee-pages/payee-flow.ts': [1, 'the page is loaded anew, and shows the outcome'],
  'shared/switch/checkout/instructions.ts': [1, 'the details are shown as they are'],
  'shared/switch/checkout/show-checkout.ts': [1, 'the caller gets a refusal with the reason'],
  'shared/switch/payment-methods/set-default.ts': [1, 'the same promise is awaited later'],
  'shared/platform/secrets/shared-merchant-key.ts': [
    1,
    'the failed read leaves the cache and is thrown',
  ],
  'shared/platform/table/note-use.ts': [1, 'the log names the key of each request anyway'],
  'shared/platform/table/masked-item.ts': [1, 'a text that is no JSON is masked as a text'],
  'shared/vocabulary/known-locale.ts': [1, 'a malformed tag counts by its language'],
  'shared/webhooks/delivery/receiver-slots.ts': [
    1,
    'every delivery of the slot got the same error',
  ],
  'shared/vault/callers/master-key.ts': [1, 'the failed read leaves the cache and is thrown'],
  'shared/vault/http/hints/vault-hint.ts': [1, 'a body that is no JSON gets a hint of its own'],
  'shared/vault/pages/appearance-parameter.ts': [1, 'the caller gets a refusal with the reason'],
  'shared/vault/http/edge.ts': [1, 'the failed read leaves the cache and is thrown'],
  'shared/platform/http/response/page-check.ts': [
    1,
    'a page that cannot be read counts as altered',
  ],
  'shared/vault/keys/tenant-keys.ts': [1, 'a key that was never loaded need not be erased'],
  'shared/vault/pages/audit-refusal.ts': [1, 'a failed audit record is counted where it fails'],
  'shared/vault/proxy/capture/profile-selectors.ts': [1, 'the profile is refused'],
  'shared/vault/proxy/capture/xml-messages.ts': [1, 'the message is refused'],
  'shared/vault/proxy/send/send-to-target.ts': [1, 'answered as an error of the destination'],
};

const sourcesBelow = (folder: string): readonly string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name));

/** Code that runs in a browser, or plays a processor, moves no merchant's money. */
const isElsewhere = (file: string) =>
  /^(?:functions|shared)\/sandbox\/|\/browser\/|\/pay-script\.ts$/.test(file);

it('every failure that is caught and not looked at is on the list, with the reason why nothing is lost', () => {
  const found = ['functions', 'shared']
    .flatMap(sourcesBelow)
    .filter((file) => !isElsewhere(file))
    .flatMap((file) => {
      const count = readFileSync(join(root, file), 'utf8').match(bare)?.length;
      return count === undefined ? [] : [[file, count] as const];
    });
  expect(Object.fromEntries(found)).toEqual(
    Object.fromEntries(Object.entries(allowed).map(([file, [count]]) => [file, count])),
  );
});
