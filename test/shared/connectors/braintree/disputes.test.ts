import { braintreeConnector } from '#connectors/braintree/connector.ts';
import type { DisputeEvidence, DisputeOutcome } from '#connectors/interface/disputes.ts';
import type { ExchangeAccount, NextStep } from '#connectors/interface/exchange.ts';
import type { HttpRequest, HttpResponse } from '#platform/http/egress/http-message.ts';
import { anAccountAt } from '../../../support/processors/an-exchange.ts';

const { acceptDispute, submitEvidence, syncDispute, uploadEvidenceFile } = braintreeConnector();
if (!acceptDispute || !submitEvidence || !syncDispute || !uploadEvidenceFile) {
  throw new Error('Braintree does all of this.');
}

const account: ExchangeAccount = anAccountAt('braintree');
const dispute = { connectorName: 'braintree', connectorDisputeId: 'dp_1', reference: 'pay_1_1' };
const answer = (data: object | null, errors?: readonly object[]): HttpResponse => ({
  status: 200,
  headers: {},
  body: JSON.stringify({ data, ...(errors && { errors }) }),
});
const ids = answer({ idFromLegacyId: 'ZGlzcHV0ZV9kcF8x' });
const stateIn = (changes: object = {}) => ({
  legacyId: 'dp_1',
  amountDisputed: { value: '6.540', currencyCode: 'KWD' },
  status: 'OPEN',
  type: 'CHARGEBACK',
  createdAt: '2026-01-02T03:04:05.000000Z',
  replyByDate: '2026-02-03',
  processorResponse: { reason: 'FRAUD', reasonCode: '83' },
  ...changes,
});
const known = (changes: object = {}) => answer({ node: stateIn({ evidence: [], ...changes }) });
const refused = (member: string, legacyCode: string) =>
  answer({ [member]: null }, [
    {
      message: 'The dispute is not open.',
      path: [member],
      extensions: { errorClass: 'VALIDATION', legacyCode },
    },
  ]);
const refusal = (code: string) => ({
  result: 'declined',
  httpStatus: 200,
  code,
  message: 'The dispute is not open.',
  reason: 'The dispute is not open.',
});
const sentIn = ({ body = '' }: HttpRequest): { query: string; variables: { input: unknown } } =>
  JSON.parse(body);

type Reading<Outcome> = Outcome | NextStep<Outcome>;

/** The next step. Throws where there is none. */
function stepAfter<Outcome extends object>(reading: Reading<Outcome>): NextStep<Outcome> {
  if (!('next' in reading)) throw new Error('There is no next step.');
  return reading;
}

describe('the state of a dispute', () => {
  const synced = (node: object) =>
    stepAfter(syncDispute.outcome(ids, dispute, account)).outcome(answer({ node }));

  it('a Braintree dispute is synced by its GraphQL id, which is requested first', () => {
    const first = syncDispute.request(dispute, account);
    expect(first.step).toBe('evidence');
    expect(sentIn(first).variables.input).toBe('dp_1');
    const { next } = stepAfter(syncDispute.outcome(ids, dispute, account));
    expect(next.step).toBeUndefined();
    expect(sentIn(next).variables.input).toBe('ZGlzcHV0ZV9kcF8x');
  });

  it('a Braintree dispute is reported in minor units, under the id that webhooks have', () => {
    expect(synced(stateIn())).toEqual({
      result: 'reported',
      dispute: {
        connectorDisputeId: 'dp_1',
        amountMinor: 6_540,
        currency: 'KWD',
        stage: 'dispute',
        status: 'dispute_opened',
        connectorStatus: 'OPEN',
        reason: 'fraud',
        reasonCode: '83',
        challengeRequiredBy: '2026-02-03T00:00:00.000Z',
        createdAt: '2026-01-02T03:04:05.000000Z',
      },
    });
  });

  it.each([
    ['ACCEPTED', 'CHARGEBACK', 'dispute_accepted', 'dispute'],
    ['AUTO_ACCEPTED', 'CHARGEBACK', 'dispute_accepted', 'dispute'],
    ['DISPUTED', 'PRE_ARBITRATION', 'dispute_challenged', 'pre_arbitration'],
    ['UNDER_REVIEW', 'CHARGEBACK', 'dispute_challenged', 'dispute'],
    ['EXPIRED', 'RETRIEVAL', 'dispute_expired', 'pre_dispute'],
    ['LOST', null, 'dispute_lost', 'dispute'],
    ['WON', 'CHARGEBACK', 'dispute_won', 'dispute'],
  ])('%s of a %s is known', (word, type, status, stage) => {
    expect(synced(stateIn({ status: word, type }))).toMatchObject({
      result: 'reported',
      dispute: { status, stage, connectorStatus: word },
    });
  });

  it('a Braintree dispute of an unknown type keeps the meaning of its status', () => {
    expect(synced(stateIn({ status: 'WON', type: 'ARBITRATION' }))).toMatchObject({
      dispute: { status: 'dispute_won', stage: 'dispute' },
    });
  });

  it('a Braintree dispute with an unknown status is not decided', () => {
    for (const changes of [
      { status: 'REOPENED' },
      { status: null },
      { amountDisputed: null },
      { amountDisputed: { value: '6.5401', currencyCode: 'KWD' } },
    ]) {
      expect(() => synced(stateIn(changes))).toThrow();
    }
    expect(() => synced({})).toThrow();
    expect(() =>
      syncDispute.outcome(answer({ idFromLegacyId: { id: 'dp_1' } }), dispute, account),
    ).toThrow();
    expect(() => syncDispute.outcome({ ...ids, status: 302 }, dispute, account)).toThrow();
  });
});

/** Goes from the ids over the state to the next step. */
const afterState = (reading: Reading<DisputeOutcome>, state: HttpResponse) => {
  const { next, outcome } = stepAfter(reading);
  expect(next.step).toBe('evidence');
  expect(sentIn(next).query).toContain('node(id: $input)');
  return outcome(state);
};

describe('a dispute that the merchant accepts', () => {
  const accepted = (state: HttpResponse) =>
    afterState(acceptDispute.outcome(ids, dispute, account), state);

  it('a dispute accepted at Braintree is accepted only in the last step', () => {
    const { next, outcome } = stepAfter(accepted(known()));
    expect(next.step).toBeUndefined();
    expect(sentIn(next)).toMatchObject({
      query: expect.stringContaining('acceptDispute'),
      variables: { input: { disputeId: 'ZGlzcHV0ZV9kcF8x' } },
    });
    const done = answer({ acceptDispute: { dispute: stateIn({ status: 'ACCEPTED' }) } });
    expect(outcome(done)).toMatchObject({
      result: 'reported',
      dispute: { connectorDisputeId: 'dp_1', status: 'dispute_accepted' },
    });
    expect(outcome(refused('acceptDispute', '95704'))).toEqual(refusal('95704'));
    expect(() => outcome(answer({ acceptDispute: {} }))).toThrow();
  });

  it('a dispute accepted at Braintree is not accepted again when the first answer was lost', () => {
    expect(accepted(known({ status: 'ACCEPTED' }))).toMatchObject({
      result: 'reported',
      dispute: { status: 'dispute_accepted' },
    });
  });
});

describe('evidence against a dispute', () => {
  const file = {
    evidenceType: 'receipt' as const,
    fileId: 'file_1',
    name: 'receipt.png',
    size: 3,
    type: 'image/png',
    sha256: 'ab',
    bytes: new Uint8Array([1, 2, 3]),
  };
  const evidence: DisputeEvidence = {
    ...dispute,
    texts: { customer_name: 'Jane Doe', uncategorized_text: 'Worn since' },
    files: [{ ...file, connectorFileId: 'evidence_1' }],
  };
  const content = 'customer_name: Jane Doe\nuncategorized_text: Worn since';
  const uploaded = { id: 'evidence_1' };
  const afterStateOf = (state: HttpResponse, input = evidence) =>
    afterState(submitEvidence.outcome(ids, input, account), state);
  const challenged = { result: 'reported', dispute: { status: 'dispute_challenged' } };

  it('dispute evidence for Braintree has its files uploaded byte for byte', () => {
    const input = { ...dispute, file };
    expect(sentIn(uploadEvidenceFile.request(input, account)).variables.input).toBe('dp_1');
    const { next, outcome } = stepAfter(uploadEvidenceFile.outcome(ids, input, account));
    expect(next.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    const form = Buffer.from(next.bytes ?? []).toString('latin1');
    const [, json = ''] =
      /name="operations"\r\ncontent-type: application\/json\r\n\r\n(.*)\r\n/.exec(form) ?? [];
    expect(JSON.parse(json)).toMatchObject({
      query: expect.stringContaining('createDisputeFileEvidence'),
      variables: { input: { disputeId: 'ZGlzcHV0ZV9kcF8x' }, file: null },
    });
    expect(form).toContain('name="map"\r\n\r\n{"file_to_upload":"variables.file"}');
    expect(form).toContain(
      'name="file_to_upload"; filename="receipt.png"\r\ncontent-type: image/png\r\n\r\n\x01\x02\x03',
    );
    const done = answer({ createDisputeFileEvidence: { evidence: uploaded } });
    expect(outcome(done)).toEqual({ result: 'uploaded', connectorFileId: 'evidence_1' });
    expect(outcome(refused('createDisputeFileEvidence', '95701'))).toEqual(refusal('95701'));
  });

  it('dispute evidence for Braintree has no unsupported files', () => {
    const asked = (changes: object) => () =>
      uploadEvidenceFile.request({ ...dispute, file: { ...file, ...changes } }, account);
    expect(asked({ type: 'image/gif' })).toThrow('JPEG');
    expect(asked({ bytes: new Uint8Array(4_000_001) })).toThrow('4 MB');
    expect(asked({ bytes: new Uint8Array(4_000_000) })).not.toThrow();
  });

  it('dispute evidence for Braintree gets its text, and is sent to the bank in the last step', () => {
    const text = stepAfter(afterStateOf(known({ evidence: [uploaded] })));
    expect(text.next.step).toBe('evidence');
    expect(sentIn(text.next).variables.input).toEqual({ disputeId: 'ZGlzcHV0ZV9kcF8x', content });
    expect(text.outcome(refused('createDisputeTextEvidence', '95708'))).toEqual(refusal('95708'));
    const added = answer({ createDisputeTextEvidence: { evidence: { id: 'evidence_2' } } });
    const last = stepAfter(text.outcome(added));
    expect(last.next.step).toBeUndefined();
    expect(sentIn(last.next)).toMatchObject({
      query: expect.stringContaining('finalizeDispute'),
      variables: { input: { disputeId: 'ZGlzcHV0ZV9kcF8x' } },
    });
    const done = answer({ finalizeDispute: { dispute: stateIn({ status: 'DISPUTED' }) } });
    expect(last.outcome(done)).toMatchObject(challenged);
    expect(last.outcome(refused('finalizeDispute', '95726'))).toEqual(refusal('95726'));
  });

  it('dispute evidence for Braintree gets its text once, and is sent at once without a text', () => {
    const texts = [uploaded, { id: 'evidence_2', content }];
    for (const reading of [
      afterStateOf(known({ evidence: texts })),
      afterStateOf(known({ evidence: null }), { ...dispute, texts: {}, files: [] }),
    ]) {
      expect(sentIn(stepAfter(reading).next).query).toContain('finalizeDispute');
    }
  });

  it('dispute evidence for Braintree is not sent again when the first answer was lost, unless it differs', () => {
    const sent = { status: 'DISPUTED', evidence: [uploaded, { id: 'evidence_2', content }] };
    expect(afterStateOf(known(sent))).toMatchObject(challenged);
    const other = { ...evidence, texts: { ...evidence.texts, customer_name: 'John Doe' } };
    const { next, outcome } = stepAfter(afterStateOf(known(sent), other));
    expect(sentIn(next).query).toContain('createDisputeTextEvidence');
    expect(outcome(refused('createDisputeTextEvidence', '95701'))).toEqual(refusal('95701'));
  });

  it('dispute evidence for Braintree is not sent with a file that was not uploaded', () => {
    expect(() => afterStateOf(known(), { ...evidence, files: [file] })).toThrow('uploaded');
  });
});
