import * as v from 'valibot';
import type { HttpResponse } from '#platform/http/egress/http-message.ts';
import { multipartForm } from '#platform/http/egress/multipart.ts';
import type { DisputeStage, DisputeStatus } from '#vocabulary/dispute-statuses.ts';
import { meaningsOf } from '../formats/words.ts';
import type {
  DisputeEvidence,
  DisputeOutcome,
  DisputeReference,
  EvidenceUpload,
  ReportedDispute,
  UploadOutcome,
} from '../interface/disputes.ts';
import type { Exchange, ExchangeAccount, NextStep, StepRequest } from '../interface/exchange.ts';
import { amounts } from './amounts.ts';
import { apiRequest } from './requests.ts';
import { readAnswer } from './responses.ts';

const text = v.nullish(v.string());

/** A dispute in answers. */
const Dispute = v.object({
  legacyId: v.string(),
  amountDisputed: v.object({ value: v.string(), currencyCode: v.string() }),
  status: v.string(),
  type: text,
  createdAt: text,
  replyByDate: text,
  processorResponse: v.nullish(v.object({ reason: text, reasonCode: text })),
});
type Dispute = v.InferOutput<typeof Dispute>;

const disputeFields =
  'legacyId amountDisputed { value currencyCode } status type createdAt replyByDate ' +
  'processorResponse { reason reasonCode }';

const DisputeWithEvidence = v.object({
  ...Dispute.entries,
  evidence: v.nullish(v.array(v.object({ id: v.string(), content: text }))),
});
type DisputeWithEvidence = v.InferOutput<typeof DisputeWithEvidence>;

const statusOf = meaningsOf<DisputeStatus>({
  ACCEPTED: 'dispute_accepted',
  AUTO_ACCEPTED: 'dispute_accepted',
  DISPUTED: 'dispute_challenged',
  EXPIRED: 'dispute_expired',
  LOST: 'dispute_lost',
  OPEN: 'dispute_opened',
  UNDER_REVIEW: 'dispute_challenged',
  WON: 'dispute_won',
});

/** The stage of a dispute, by Braintree's name of its kind. */
export const stageOf = (kind: string | null | undefined): DisputeStage =>
  knownStageOf(kind) ?? 'dispute';

const knownStageOf = meaningsOf<DisputeStage>({
  retrieval: 'pre_dispute',
  chargeback: 'dispute',
  pre_arbitration: 'pre_arbitration',
});

/** A date without a time is its beginning, in UTC. */
export const dayOf = (date: string): string =>
  /^\d{4}-\d\d-\d\d$/.test(date) ? `${date}T00:00:00.000Z` : date;

/** Reasons are in lower case, as in webhooks. Throws for a status that we do not know. */
function reported(dispute: Dispute): Extract<DisputeOutcome, { result: 'reported' }> {
  const { legacyId, amountDisputed, status, type, createdAt, replyByDate } = dispute;
  const { reason, reasonCode } = dispute.processorResponse ?? {};
  const known = statusOf(status);
  if (!known) throw new Error('A status that tells nothing about the dispute.');
  const news: ReportedDispute = {
    connectorDisputeId: legacyId,
    amountMinor: amounts.fromMajor(amountDisputed.value, amountDisputed.currencyCode),
    currency: amountDisputed.currencyCode,
    stage: stageOf(type),
    status: known,
    connectorStatus: status,
    ...(reason && { reason: reason.toLowerCase() }),
    ...(reasonCode && { reasonCode }),
    ...(replyByDate && { challengeRequiredBy: dayOf(replyByDate) }),
    ...(createdAt && { createdAt }),
  };
  return { result: 'reported', dispute: news };
}

/** The result of `then` for a successful answer; else Braintree's refusal. */
function unlessRefused<S extends v.GenericSchema, Outcome>(
  member: string,
  schema: S,
  response: HttpResponse,
  then: (done: v.InferOutput<S>) => Outcome,
): Outcome | Refused {
  const answer = readAnswer(member, schema, response);
  if (!('refusal' in answer)) return then(answer.done);
  const { result, ...error } = answer.refusal;
  return result === 'declined'
    ? { result, httpStatus: response.status, ...error }
    : { result, ...error };
}

type Refused = Extract<UploadOutcome, { result: 'declined' | 'unknown' | 'not_sent' }>;

/**
 * Webhooks and our table have a dispute's short id, so each exchange begins with the question for
 * its id in the GraphQL API.
 */
const idQuestion = (
  { connectorDisputeId: legacyId }: DisputeReference,
  account: ExchangeAccount,
): StepRequest => ({
  ...apiRequest(
    account,
    'query($input: ID!) { idFromLegacyId(legacyId: $input, type: DISPUTE) }',
    legacyId,
  ),
  step: 'evidence',
});

const withId = <Outcome>(response: HttpResponse, then: (id: string) => Outcome) =>
  unlessRefused('idFromLegacyId', v.string(), response, then);

const stateQuestion = (id: string, account: ExchangeAccount): StepRequest =>
  apiRequest(
    account,
    `query($input: ID!) { node(id: $input) { ... on Dispute { ${disputeFields} evidence { id ... on DisputeTextEvidence { content } } } } }`,
    id,
  );

/** Asks for the id and the state before a change, so that none is made twice. */
const withState = (
  response: HttpResponse,
  account: ExchangeAccount,
  then: (id: string, dispute: DisputeWithEvidence) => DisputeOutcome | NextStep<DisputeOutcome>,
): DisputeOutcome | NextStep<DisputeOutcome> =>
  withId(response, (id) => ({
    next: { ...stateQuestion(id, account), step: 'evidence' as const },
    outcome: (answer: HttpResponse) =>
      unlessRefused('node', DisputeWithEvidence, answer, (dispute) => then(id, dispute)),
  }));

export const syncDispute: Exchange<DisputeReference, DisputeOutcome> = {
  request: idQuestion,

  outcome: (response, _, account) =>
    withId(response, (id) => ({
      next: stateQuestion(id, account),
      outcome: (answer: HttpResponse) => unlessRefused('node', Dispute, answer, reported),
    })),
};

/** A mutation of a dispute, which answers with its state. */
const changed = (mutation: string, response: HttpResponse): DisputeOutcome =>
  unlessRefused(mutation, v.object({ dispute: Dispute }), response, ({ dispute }) =>
    reported(dispute),
  );

/** Braintree accepts only an open dispute: one that was accepted before is reported as it is. */
export const acceptDispute: Exchange<DisputeReference, DisputeOutcome> = {
  request: idQuestion,

  outcome: (response, _, account) =>
    withState(response, account, (disputeId, dispute) =>
      statusOf(dispute.status) === 'dispute_accepted'
        ? reported(dispute)
        : {
            next: apiRequest(
              account,
              `mutation($input: AcceptDisputeInput!) { acceptDispute(input: $input) { dispute { ${disputeFields} } } }`,
              { disputeId },
            ),
            outcome: (answer) => changed('acceptDispute', answer),
          },
    ),
};

/**
 * Adds the texts to the uploaded files, and asks Braintree to send all to the bank. Evidence that
 * the dispute has already is not added again; a dispute whose evidence was sent is reported as it
 * is.
 */
export const submitEvidence: Exchange<DisputeEvidence, DisputeOutcome> = {
  request: idQuestion,

  outcome: (response, input, account) =>
    withState(response, account, (disputeId, dispute) => {
      const evidence = dispute.evidence ?? [];
      const content = contentOf(input);
      const hasText = content === '' || evidence.some((one) => one.content === content);
      const ids = new Set(evidence.map(({ id }) => id));
      const hasFiles = fileIdsOf(input).every((id) => ids.has(id));
      const isSent = statusOf(dispute.status) === 'dispute_challenged';
      if (isSent && hasText && hasFiles) return reported(dispute);
      return hasText ? finalization(disputeId, account) : addition(disputeId, content, account);
    }),
};

const finalization = (disputeId: string, account: ExchangeAccount): NextStep<DisputeOutcome> => ({
  next: apiRequest(
    account,
    `mutation($input: FinalizeDisputeInput!) { finalizeDispute(input: $input) { dispute { ${disputeFields} } } }`,
    { disputeId },
  ),
  outcome: (answer) => changed('finalizeDispute', answer),
});

const Added = v.object({ evidence: v.object({ id: v.string() }) });

const addition = (
  disputeId: string,
  content: string,
  account: ExchangeAccount,
): NextStep<DisputeOutcome> => ({
  next: {
    ...apiRequest(
      account,
      'mutation($input: CreateDisputeTextEvidenceInput!) { createDisputeTextEvidence(input: $input) { evidence { id } } }',
      { disputeId, content },
    ),
    step: 'evidence',
  },
  outcome: (answer) =>
    unlessRefused('createDisputeTextEvidence', Added, answer, () =>
      finalization(disputeId, account),
    ),
});

/**
 * All texts in one, with their names. They have no category: the categories that Braintree takes
 * depend on the bank's reason for the dispute.
 */
const contentOf = ({ texts }: DisputeEvidence): string =>
  Object.entries(texts)
    .map(([kind, words]) => `${kind}: ${words}`)
    .join('\n');

const fileIdsOf = ({ files }: DisputeEvidence): readonly string[] =>
  files.map(({ connectorFileId }) => {
    if (connectorFileId === undefined) throw new Error('A file was not uploaded.');
    return connectorFileId;
  });

/** Braintree attaches a file to its dispute as it uploads it. */
export const uploadEvidenceFile: Exchange<EvidenceUpload, UploadOutcome> = {
  request(input, account) {
    const { type, bytes } = input.file;
    if (!fileTypes.has(type) || bytes.length > maxFileBytes) {
      throw new Error('Braintree takes JPEG, PNG and PDF files of 4 MB.');
    }
    return idQuestion(input, account);
  },

  outcome: (response, { file }, account) =>
    withId(response, (disputeId) => ({
      next: upload(disputeId, file, account),
      outcome: (answer: HttpResponse) =>
        unlessRefused(
          'createDisputeFileEvidence',
          Added,
          answer,
          ({ evidence }): UploadOutcome => ({ result: 'uploaded', connectorFileId: evidence.id }),
        ),
    })),
};

const fileTypes: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'application/pdf']);
const maxFileBytes = 4_000_000;

/** A form as GraphQL takes files: the operation, the variable that the file is, and the file. */
function upload(
  disputeId: string,
  { name, fileId, type, bytes }: EvidenceUpload['file'],
  account: ExchangeAccount,
): StepRequest {
  const { body = '', ...request } = apiRequest(
    account,
    'mutation($input: CreateDisputeFileEvidenceInput!) { createDisputeFileEvidence(input: $input) { evidence { id } } }',
    { disputeId },
    { file: null },
  );
  const form = multipartForm({
    operations: { type: 'application/json', bytes: Buffer.from(body, 'utf8') },
    map: JSON.stringify({ file_to_upload: 'variables.file' }),
    file_to_upload: { name: name ?? fileId, type, bytes },
  });
  return {
    ...request,
    headers: { ...request.headers, 'content-type': form.contentType },
    bytes: form.body,
  };
}
