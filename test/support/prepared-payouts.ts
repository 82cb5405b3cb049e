import { sha256 } from '#platform/table/shared-keys.ts';
import { payoutEntered } from '#sandbox/payout-ledger.ts';
import { instructionOf } from '#sandbox/payout-operations.ts';
import { payoutCards, toCard } from './a-payout.ts';
import type { Container, Merchant } from './switch-in-memory.ts';

/**
 * What the examples of payouts need: one that waits for its confirm, one that its processor knows of,
 * one that is pending, one with a link, and one in the processor's own books. Returns the client secret of the first.
 */
export async function preparePayouts(
  world: Container,
  merchant: Merchant,
  processorKey: string,
  now: Date,
): Promise<string> {
  const confirm = true;
  // It has an account that pays out.
  const profile_id = 'pro_example';
  let secret = '';
  for (const request of [
    { payout_id: 'payout_example', ...toCard() },
    { payout_id: 'payout_created', confirm, ...toCard() },
    { payout_id: 'payout_pending', confirm, auto_fulfill: true, ...toCard(payoutCards.later) },
    {
      payout_id: 'payout_linked',
      payout_link: true,
      payout_link_config: { test_mode: true },
      return_url: 'https://shop.example/return',
    },
  ]) {
    const body = {
      amount: 6_540,
      currency: 'USD',
      customer_id: 'customer_example',
      profile_id,
      ...request,
    };
    const answer = await world.ask('payouts.create', { key: merchant.key, body });
    if (answer.status !== 200) throw new Error(answer.text);
    if (request.payout_id === 'payout_example') secret = String(answer.body.client_secret);
  }
  const keyHash = sha256(processorKey).toString('hex');
  const instruction = instructionOf(keyHash, 'payout_example_1', {
    processor: 'fauxpay',
    amount: 6_540,
    currency: 'USD',
    destination: { kind: 'card', account: payoutCards.usual },
    fulfill: false,
  });
  await world.services.payoutLedger.enter(payoutEntered(instruction, 'po_1', now));
  return secret;
}
