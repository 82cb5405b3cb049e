import { decide } from '#sandbox/ledger.ts';
import { disputesOf } from '#sandbox/ledger-disputes.ts';
import { chargeOf } from '#sandbox/operations.ts';
import { newDispute } from '#switch/disputes/dispute.ts';
import type { StoredFile } from '#switch/files/file.ts';
import { memoryFiles } from './memory-files.ts';
import { byCard } from './payments-in-memory.ts';
import type { Answer, Ask, Merchant, switchInMemory } from './switch-in-memory.ts';
import { aPdf, disputedCards } from './switch-with-disputes.ts';

type SwitchInMemory = ReturnType<typeof switchInMemory>;
type Done = (name: string, request: Ask) => Promise<Answer['body']>;

/**
 * A payment that its processor disputes twice: `dp_example` and `dp_defended`, one for those who give
 * in and one for those who do not; and a file.
 */
export async function prepareDisputes(
  { services, dependencies }: SwitchInMemory,
  done: Done,
  merchant: Merchant,
): Promise<void> {
  const { clock } = dependencies.processor;
  const { now } = clock;
  // It was paid so long ago that its disputes have come.
  clock.now = new Date(now.getTime() - 60_000);
  const sale = { amount: 10_000, currency: 'EUR', confirm: true, ...byCard(disputedCards.twice) };
  await done('payments.create', { body: { payment_id: 'pay_disputed', ...sale } });
  clock.now = now;
  const payment = await services.payments.get(merchant.id, 'pay_disputed');
  const { connectorName, connectorAccountId, connectorTransactionId } = payment.attempt;
  if (!connectorName || !connectorAccountId || !connectorTransactionId)
    throw new Error('Not paid.');
  const attempt = { ...payment.attempt, connectorName, connectorAccountId };
  const charged = { kind: 'charged', amountMinor: 10_000, at: now.toISOString() } as const;
  const at = {
    id: connectorTransactionId,
    manner: 'is disputed twice',
    movements: [charged],
  } as const;
  const ids = disputesOf({ ...at, movements: [charged], disputes: undefined }).map(({ id }) => id);
  for (const [index, id] of ['dp_example', 'dp_defended'].entries()) {
    const told = {
      connectorDisputeId: ids[index] ?? '',
      amountMinor: 5_000,
      currency: 'EUR',
      stage: 'dispute',
      status: 'dispute_opened',
      connectorStatus: 'needs_response',
    } as const;
    await services.disputes.create({ ...newDispute(payment, attempt, told, now), id });
  }
  await services.fileRecords.save(exampleFile(merchant));
}

/** The file whose bytes are in `exampleFiles`. */
const exampleFile = ({ id: merchantId, profileId }: Merchant): StoredFile => ({
  merchantId,
  id: 'file_example',
  profileId,
  disputeId: 'dp_example',
  name: 'receipt.pdf',
  size: aPdf().size,
  type: 'application/pdf',
  sha256: '0'.repeat(64),
  createdAt: new Date(0).toISOString(),
  expiresAtSeconds: 4_000_000_000,
});

/** The bytes of the example's file, in a store of their own. */
export async function exampleFiles(merchant: Merchant) {
  const files = memoryFiles();
  const bytes = new Uint8Array(await aPdf().arrayBuffer());
  await files.put({ merchantId: merchant.id, id: 'file_example' }, bytes, 'application/pdf');
  return files;
}

/** A form of an example: the file is one, a table where it is written out, and the rest is a text. */
export const exampleForm = (body: unknown): NonNullable<Ask['form']> => {
  const parts = body as Record<string, string>; // As examples of forms are written.
  const isTable = parts.file?.includes('\n') === true;
  return { ...parts, file: isTable ? new File([parts.file ?? ''], 'table.csv') : aPdf() };
};

/** A disputed payment in the books of the sandbox processor, as its routes' examples name it. */
export async function prepareSandboxDispute(
  { services }: SwitchInMemory,
  keyHash: string,
  now: Date,
): Promise<void> {
  const charge = chargeOf(keyHash, 'pay_disputed_1', {
    processor: 'fauxpay',
    amount: 6_540,
    currency: 'USD',
    capture_method: 'automatic',
    card: { number: disputedCards.disputed, expiry_month: '10', expiry_year: '2035' },
  });
  const before = new Date(now.getTime() - 60_000);
  const payment = decide(charge, { id: 'pay_disputed', challengeId: 'ch_4' }, before);
  const disputes = disputesOf(payment).map((dispute) => ({
    ...dispute,
    id: 'du_exampleexampleexampl',
  }));
  await services.ledger.enter({ ...payment, disputes });
}
