import * as v from 'valibot';
import { newId } from '#platform/ids.ts';
import { ownMember } from '#platform/own-member.ts';
import {
  acceptDispute,
  type DisputeDecision,
  disputesOf,
  hasOpened,
  showEvidence,
} from '../ledger-disputes.ts';
import { placeOfDispute } from '../ledger-store.ts';
import { type IntentPayment, isIntentPayment } from './charges.ts';
import { invalidRequest, noSuch, unknownReference } from './errors.ts';
import {
  formBoolean,
  formInteger,
  formList,
  formMetadata,
  formText,
  optionalText,
  readForm,
} from './form-fields.ts';
import { intentDisputeNotifications } from './intent-notifications.ts';
import { standingPaymentIntent } from './payment-intents.ts';
import { disputePlace, evidenceFiles, evidenceTexts, presentDispute } from './present-dispute.ts';
import { seconds, type WireHandler, type WireRequest, type WireServices } from './wire.ts';
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

const Seconds = v.optional(formInteger);

const ListForm = v.strictObject({
  created: v.optional(v.strictObject({ gt: Seconds, gte: Seconds, lt: Seconds, lte: Seconds }), {}),
  expand: v.optional(formList, []),
  limit: v.optional(formInteger, '10'),
  starting_after: optionalText(64),
});

/** The key's disputes, the newest first: a page of at most a hundred, after the named one. */
export const listDisputes: WireHandler = async (request, services) => {
  const { created, limit, starting_after } = readForm(ListForm, request.form);
  const { keyHash, now } = request;
  const { gt = -1, gte = 0, lt = Number.MAX_SAFE_INTEGER, lte = seconds(now) } = created;
  const first = Math.min(Math.max(gt + 1, gte), seconds(now) + 1);
  const last = Math.min(lt - 1, lte, seconds(now));
  const after =
    starting_after === undefined ? undefined : await listPlaceOf(starting_after, request, services);
  const size = Math.min(Math.max(limit, 1), 100);
  const found =
    first > last
      ? []
      : await services.ledger.listDisputes(keyHash, {
          from: new Date(first * 1_000).toISOString(),
          till: new Date(last * 1_000 + 999).toISOString(),
          after,
          limit: size + 1,
        });
  const shown = found.slice(0, size).flatMap(({ payment, disputeId }) => {
    const dispute = isIntentPayment(payment) && presentDispute(payment, disputeId, now);
    return dispute ? [dispute] : [];
  });
  return ok({ object: 'list', data: shown, has_more: found.length > size, url: '/v1/disputes' });
};

async function listPlaceOf(id: string, request: WireRequest, services: WireServices) {
  const place = disputePlace(id);
  const payment = place && (await standingPaymentIntent(place.intentId, request, services));
  const dispute = payment && disputesOf(payment)[place.index];
  if (!dispute) throw unknownReference('dispute', id, 'starting_after');
  return placeOfDispute(dispute);
}

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
    const texts = { ...ownMember(payment.intent.evidence, id), ...evidence };
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
