import * as v from 'valibot';
import type { Address, SentRequest } from './addresses.ts';
import type { Outcome } from './ground.ts';

/**
 * Items that a stranger's request may write: counters of rates and budgets, records of refusals, the
 * turn of a request for an access token, and, for a day, the answer to a request with a publishable
 * key and an Idempotency-Key. All of them expire.
 */
const declaredWrites = [
  /^switch MERCHANT#.+#(RATE|ASKED|FORMS)#/,
  /^switch MERCHANT#.+#(ACCESS_TOKEN|IDEMPOTENCY)#/,
  /^credentials VISITS#/,
  /^audit /,
];

/** Far more than the slowest right request, in ms: a parser that repeats itself takes minutes. */
const slowestMs = 5_000;

/** Errors of the switch: docs/errors.md. */
const SwitchRefusal = v.object({
  error: v.looseObject({ type: v.string(), code: v.string(), message: v.string() }),
});
const VaultRefusal = v.object({ errors: v.looseObject({ code: v.string(), title: v.string() }) });
const refusals = {
  switch: SwitchRefusal,
  vault: VaultRefusal,
  // https://docs.stripe.com/api/errors
  "Stripe's API": v.object({ error: v.looseObject({ type: v.string(), message: v.string() }) }),
};

const stackTrace = /\n\s+at .+:\d+:\d+|node_modules|\.ts:\d+|TypeError|RangeError|SyntaxError/;

/** Sentences about the faults of the answer to a stranger; none where all is right. */
export function faultsIn({
  address: { service, isKeyed, name },
  request,
  answer: { status, headers, text, body },
  writes,
  logged,
  ms,
  hidden,
}: Outcome & {
  readonly address: Address;
  readonly request: SentRequest;
  /** Texts that no answer and no line of a log may have. */
  readonly hidden: readonly string[];
}): readonly string[] {
  const type = headers['content-type'] ?? '';
  const isPage = type.startsWith('text/html') && text.startsWith('<!doctype html>');
  const shown = text + JSON.stringify(headers);
  const sent = JSON.stringify(request);
  return [
    ...(status >= 500 ? [`${name} answered ${status}`] : []),
    ...(isKeyed && status < 400 ? [`${name} answered ${status} without a valid key`] : []),
    ...(status >= 400 && !isPage && text !== '' && !v.is(refusals[service], body)
      ? [`the answer is no documented error: ${type} ${text.slice(0, 200)}`]
      : []),
    ...writes
      .filter((one) => !declaredWrites.some((declared) => declared.test(one)))
      .map((one) => `${one} was written`),
    ...(!type.startsWith('text/javascript') && stackTrace.test(shown) && !stackTrace.test(sent)
      ? ['the answer has a stack trace']
      : []),
    ...hidden
      .filter((secret) => (shown + logged.join('')).includes(secret) && !sent.includes(secret))
      .map((secret) => `a secret is shown: ${secret.slice(0, 8)}`),
    ...(ms > slowestMs ? [`it took ${Math.round(ms)} ms`] : []),
  ];
}
