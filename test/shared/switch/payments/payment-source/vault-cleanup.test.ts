import { auditContextOf } from '#switch/payments/payment-source/attached-card.ts';
import { vaultCleanup } from '#switch/payments/payment-source/vault-cleanup.ts';

const token = '0123456789abcdef0123456789abcdef';
const auditContext = auditContextOf({
  merchantId: 'merchant_1',
  paymentId: 'pay_1',
  requestId: 'req_1',
  now: new Date('2026-01-31T12:00:00Z'),
});

/** A vault and a store of payment tokens that answer each deletion with `answer`. */
function services(answer: () => Promise<void>) {
  const deleted: string[] = [];
  const remove = async ({ token }: { readonly token: string }) => {
    deleted.push(token);
    await answer();
  };
  const deleteToken = (merchantId: string, token: string) =>
    remove({ token: `${merchantId}/${token}` });
  return { deleted, vault: { remove }, paymentMethods: { deleteToken } };
}

const cleanupWith = (given: ReturnType<typeof services>) =>
  vaultCleanup(auditContext, given as unknown as Parameters<typeof vaultCleanup>[1]);

describe('a clean-up of the vault', () => {
  it('a clean-up of the vault starts to delete at once, and ends with the last deletion', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const given = services(() => promise);
    const cleanup = cleanupWith(given);
    cleanup.deleteCard(token);
    cleanup.deletePaymentToken('token_1');
    expect(given.deleted).toEqual([token, 'merchant_1/token_1']);
    let isFinished = false;
    const finishing = cleanup.finished().then(() => {
      isFinished = true;
    });
    await new Promise((next) => setImmediate(next));
    expect(isFinished).toBe(false);
    resolve();
    await finishing;
    expect(isFinished).toBe(true);
  });

  it('a clean-up of the vault requests nothing without a card and a payment token', async () => {
    const given = services(async () => {});
    const cleanup = cleanupWith(given);
    cleanup.deleteCard(undefined);
    cleanup.deletePaymentToken(undefined);
    await cleanup.finished();
    expect(given.deleted).toEqual([]);
  });

  it('a clean-up of the vault does not fail the payment when nothing can be deleted', async () => {
    const cleanup = cleanupWith(services(() => Promise.reject(new Error('The vault is away.'))));
    cleanup.deleteCard(token);
    cleanup.deletePaymentToken('token_1');
    await expect(cleanup.finished()).resolves.toBeUndefined();
  });
});
