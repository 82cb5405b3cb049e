import type { Context, SQSEvent } from 'aws-lambda';
import {
  type ConfigurationStore,
  configurationStore,
} from '#merchants/accounts/configuration-store.ts';
import { type MailService, mailService } from '#platform/aws/ses.ts';
import { currentTime } from '#platform/clock.ts';
import { isSwitchError } from '#platform/errors.ts';
import { type Log, log } from '#platform/log.ts';
import { addSubject } from '#platform/log-subject.ts';
import { type Message, queueFunction, RetryLater } from '#platform/queues/queue-function.ts';
import { liveTable } from '#platform/table/table.ts';
import { isTest } from '#switch/checkout/is-test.ts';
import { designOf } from '#switch/checkout/page-design.ts';
import { kindOf } from '#switch/checkout/payment-kind.ts';
import { refundsOf } from '#switch/payment-links/receipt-facts.ts';
import { type PaymentStore, paymentStore } from '#switch/payments/payment-store.ts';
import { receiptMail } from '#switch/receipt-mail/mail-content.ts';
import { mailLocale } from '#switch/receipt-mail/mail-locale.ts';
import { payerAddress } from '#switch/receipt-mail/payer-address.ts';
import { type ReceiptClaims, receiptClaims } from '#switch/receipt-mail/receipt-claims.ts';
import { ReceiptMessage } from '#switch/receipt-mail/receipt-message.ts';

interface Services {
  readonly payments: Pick<PaymentStore, 'get' | 'getWhole'>;
  readonly configurations: Pick<ConfigurationStore, 'current'>;
  readonly claims: ReceiptClaims;
  readonly mails: MailService;
  /** The verified address of the sender. */
  readonly from: string;
  readonly clock: () => Date;
  readonly log: Log;
}

/**
 * Sends the receipt of a paid link to its payer by mail. A message that comes again sends no second
 * mail, unless the function stopped between the mail and its record. The queue delivers a failed
 * message again, and parks it in the end.
 */
export const sendReceipt =
  ({ payments, configurations, claims, mails, from, clock, log }: Services) =>
  async ({ body }: Pick<Message<ReceiptMessage>, 'body'>): Promise<void> => {
    const { merchantId, paymentId } = body;
    addSubject({ merchantId, paymentId });
    const [payment, configuration] = await Promise.all([
      payments.get(merchantId, paymentId),
      configurations.current(merchantId).catch(noneForDeleted),
    ]);
    const kind = kindOf(payment, clock());
    const to = payerAddress(payment);
    // The payment may have been voided, or its customer deleted, since the message was sent.
    if (!configuration || kind !== 'paid' || to === undefined) return;
    const { account } = configuration;
    const { seller, creditor } = designOf(configuration, payment);
    const mail = receiptMail({
      payment,
      refunds: await refundsOf(payment, { payments }),
      account,
      seller,
      ...(creditor && { creditor }),
      kind,
      locale: mailLocale(payment),
      isTest: isTest(configuration, payment),
    });
    const claim = await claims.claim(merchantId, paymentId, clock());
    if (claim === 'sent') return;
    if (claim === 'taken') throw new RetryLater();
    await mails.send({ ...mail, fromName: seller, from, to });
    await claims.markSent(merchantId, paymentId, clock());
    log.info('receipt sent');
  };

/** A deleted merchant sends no more receipts. */
function noneForDeleted(error: unknown): undefined {
  if (!isSwitchError(error, 'merchant_account_not_found')) throw error;
}

let live: ReturnType<typeof queueFunction<typeof ReceiptMessage>> | undefined;

export const handler = (event: SQSEvent, context: Context) => {
  live ??= queueFunction(
    ReceiptMessage,
    sendReceipt({
      payments: paymentStore(liveTable()),
      configurations: configurationStore(liveTable()),
      claims: receiptClaims(liveTable()),
      mails: mailService(),
      from: process.env.RECEIPTS_FROM ?? '',
      clock: currentTime,
      log,
    }),
    log,
  );
  return live(event, context);
};
