import * as v from 'valibot';
import { newId } from '#platform/ids.ts';
import {
  acceptDispute,
  type DisputeDecision,
  disputesOf,
  hasOpened,
  showEvidence,
} from '../ledger-disputes.ts';
import { type IntentPayment, isIntentPayment } from './charges.ts';
import { invalidRequest, noSuch, unknownReference } from './errors.ts';
import { formBoolean, formList, formMetadata, formText, readForm } from './form-fields.ts';
import { intentDisputeNotifications } from './intent-notifications.ts';
import { standingPaymentIntent } from './payment-intents.ts';
import { disputePlace, evidenceFiles, evidenceTexts, presentDispute } from './present-dispute.ts';
import type { WireHandler, WireRequest, WireServices } from './wire.ts';
import { ok } from './wire-answer.ts';

/** The letters that all evidence may have together, so that an event with it fits in the queue. */
const mostEvidence = 40_000;

const isEvidence: ReadonlySet<string> = new Set([...evidenceTexts, ...evidenceFiles]);

const Evidence = v.pipe(
  v.record(v.string(), formText(mostEvidence)),
  v.check((value) => Object.keys(value).every((name) => isEvidence.has(name)), 'unknown member'),
  v.check((value) => Object.values(value).join('').length <= mostEvidence, 'too long'),
);

const UpdateForm = v.strictObject({
  evidence: v.optional(Evidence, {}),
  expand: v.optional(formList, []),
  metadata: v.optional(formMetadata),
  submit: v.optional(formBoolean, 'true'),
});

export const retrieveDispute: WireHandler = async (request, services, id) => {
  const place = disputePlace(id);
  const payment = place && (await standingPaymentIntent(place.intentId, request, services));
  const ledgerId = payment && disputesOf(payment)[place.index]?.id;
  const found = ledgerId && presentDispute(payment, ledgerId, request.now);
  if (!found) throw noSuch('dispute', id, 'dispute');
  return ok(found);
};

/** Adds evidence. Submitted evidence cannot be taken back, and the words in it decide. */
export const updateDispute: WireHandler = async (request, services, id) => {
  const { evidence, submit } = readForm(UpdateForm, request.form);
  for (const name of evidenceFiles) {
    const file = evidence[name];
    if (!file) continue;
    if ((await services.objects.find(request.keyHash, file)) === undefined) {
      throw unknownReference('file upload', file, `evidence[${name}]`);
    }
  }
  return answerDispute({ id, request, services }, (payment, ledgerId) => {
    const texts = { ...payment.intent.evidence?.[id], ...evidence };
    const noted: IntentPayment = {
      ...payment,
      intent: { ...payment.intent, evidence: { ...payment.intent.evidence, [id]: texts } },
    };
    return submit
      ? showEvidence(noted, ledgerId, { texts, files: [] }, request.now)
      : { payment: noted };
  });
};

/** Accepts the dispute, which is lost then. */
export const closeDispute: WireHandler = (request, services, id) =>
  answerDispute({ id, request, services }, (payment, ledgerId) =>
    acceptDispute(payment, ledgerId, request.now),
  );

interface Answered {
  readonly id: string;
  readonly request: WireRequest;
  readonly services: WireServices;
}

async function answerDispute(
  { id, request, services }: Answered,
  decide: (payment: IntentPayment, ledgerId: string) => DisputeDecision,
) {
  const { keyHash, now } = request;
  const { ledger, notifications } = services;
  const place = disputePlace(id);
  if (!place) throw noSuch('dispute', id, 'dispute');
  let ledgerId = '';
  const reference = place.intentId;
  const changed = await ledger.change({ keyHash, reference }, now, (payment) => {
    const dispute = disputesOf(payment)[place.index];
    if (!isIntentPayment(payment) || !dispute || !hasOpened(dispute, now)) {
      throw noSuch('dispute', id, 'dispute');
    }
    ledgerId = dispute.id;
    return decide(payment, dispute.id);
  });
  if ('refused' in changed) {
    if (changed.refused !== 'DC_22') throw noSuch('dispute', id, 'dispute');
    throw invalidRequest({ message: 'This dispute is already closed.' });
  }
  const { payment, isNew } = changed;
  if (!isIntentPayment(payment)) throw new Error('An intent has its own fields.');
  if (isNew) {
    const messages = intentDisputeNotifications(payment, ledgerId, () => newId('evt'), now);
    await notifications.send(messages);
  }
  const found = presentDispute(payment, ledgerId, now);
  if (!found) throw new Error('A dispute that was answered is not there.');
  return ok(found);
}
