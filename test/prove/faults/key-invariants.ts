import * as v from 'valibot';
import { EphemeralKey } from '#merchants/ephemeral-keys/ephemeral-key-store.ts';
import { ephemeralKeyId, ephemeralKeyKey } from '#platform/table/shared-keys.ts';
import { textOf } from './item-text.ts';
import type { SimulatedSwitch } from './simulated-switch.ts';
import type { Violation } from './violation.ts';

const WithKey = v.looseObject({
  ephemeral_key: v.object({ customer_id: v.string(), expires: v.number(), secret: v.string() }),
});

const secret = /epk_[0-9a-f]{32}/;

/**
 * Violations about the ephemeral keys that payments create for their customers' apps, in a world
 * that has settled. An answered key is stored, for that customer and until the stated time. Its
 * secret is only in the answer that created the payment.
 */
export function keyViolations({
  clientCalls,
  history,
  logged,
  received,
}: Pick<SimulatedSwitch, 'clientCalls' | 'history' | 'logged' | 'received'>): readonly Violation[] {
  const found: Violation[] = [];
  const written = new Map(
    history.flatMap(({ after }) => (after?.sk === 'EPHEMERAL_KEY' ? [[after.pk, after]] : [])),
  );
  for (const { operation, merchantId, answer } of clientCalls) {
    const { success, output } = v.safeParse(WithKey, answer.body);
    if (!success) {
      if (secret.test(answer.text)) found.push(secretIn(`an answer of ${operation}`));
      continue;
    }
    if (operation !== 'payments.create') found.push(secretIn(`an answer of ${operation}`));
    const shown = output.ephemeral_key;
    const { pk } = ephemeralKeyKey(ephemeralKeyId(shown.secret));
    const key = v.safeParse(EphemeralKey, written.get(pk));
    const isSo =
      key.success &&
      key.output.merchantId === merchantId &&
      key.output.customerId === shown.customer_id &&
      Date.parse(key.output.expiresAt) === shown.expires * 1_000;
    if (!isSo) {
      const what = `a key of ${shown.customer_id} was shown that is not there`;
      found.push({ invariant: 'V10', what });
    }
  }
  if (logged.some((line) => secret.test(line))) found.push(secretIn('a line of the log'));
  for (const { after } of history) {
    if (after && secret.test(textOf(after))) found.push(secretIn(`item ${after.sk}`));
  }
  if (received.some(({ request }) => secret.test(request.body ?? ''))) {
    found.push(secretIn('a webhook'));
  }
  return found;
}

const secretIn = (where: string): Violation => ({
  invariant: 'V9',
  what: `${where} holds the secret of a customer's key`,
});
