import type { DisputeEvidence } from '#connectors/interface/disputes.ts';
import { shift4Connector } from '#connectors/shift4/connector.ts';
import { EvidenceType, evidenceTexts } from '#vocabulary/dispute-evidence.ts';
import { anAccountAt, answer, bodyOf } from '../../../support/processors/an-exchange.ts';

const connector = shift4Connector();
const { acceptDispute, syncDispute, submitEvidence, listDisputes, uploadEvidenceFile } = connector;
if (!acceptDispute || !syncDispute || !submitEvidence || !listDisputes || !uploadEvidenceFile) {
  throw new Error('Shift4 can.');
}

const account = anAccountAt('shift4');
const reference = {
  connectorName: 'shift4',
  connectorDisputeId: 'disp_1',
  reference: 'pay_1_1',
  connectorTransactionId: 'char_1',
};

/**
 * A dispute as Shift4's libraries read it: github.com/shift4developer/shift4-java, response/
 * Dispute.java and DisputeEvidenceDetails.java; shift4-php, tests/ChargeTest.php (testDispute) has
 * its words in capitals, and tests/DisputeTest.php the answers to the changes.
 */
const dispute = {
  id: 'disp_1',
  objectType: 'dispute',
  created: 1_700_000_000,
  updated: 1_700_000_100,
  amount: 499,
  currency: 'EUR',
  status: 'CHARGEBACK_NEW',
  reason: 'GENERAL',
  acceptedAsLost: false,
  evidenceDetails: {
    dueBy: 1_700_600_000,
    hasEvidence: false,
    pastDue: false,
    submissionCount: 0,
  },
  charge: {
    id: 'char_1',
    amount: 499,
    currency: 'EUR',
    captured: true,
    status: 'successful',
    metadata: { order_id: 'pay_1_1' },
  },
};
const reported = {
  connectorDisputeId: 'disp_1',
  amountMinor: 499,
  currency: 'EUR',
  stage: 'dispute',
  status: 'dispute_opened',
  connectorStatus: 'CHARGEBACK_NEW',
  reason: 'GENERAL',
  challengeRequiredBy: '2023-11-21T20:53:20.000Z',
  createdAt: '2023-11-14T22:13:20.000Z',
  updatedAt: '2023-11-14T22:15:00.000Z',
};
const refusal = { error: { type: 'invalid_request', message: 'The dispute is closed.' } };

it("a Shift4 dispute's state is read by its id", () => {
  const asked = syncDispute.request(reference, account);
  expect(asked).toMatchObject({
    method: 'GET',
    url: 'https://api.shift4.com/disputes/disp_1',
  });
  expect(syncDispute.outcome(answer(dispute), reference, account)).toEqual({
    result: 'reported',
    dispute: reported,
  });
  expect(() => syncDispute.outcome(answer(refusal, 404), reference, account)).toThrow();
  const odd = answer({ ...dispute, status: 'CHARGEBACK_OF_TOMORROW' });
  expect(() => syncDispute.outcome(odd, reference, account)).toThrow('tells nothing');
});

it('a Shift4 dispute is accepted by closing it, once however often it is asked', () => {
  const asked = acceptDispute.request(reference, account);
  expect(asked).toMatchObject({
    method: 'POST',
    url: 'https://api.shift4.com/disputes/disp_1/close',
    headers: { 'idempotency-key': 'disp_1-close' },
  });
  expect(asked).not.toHaveProperty('body');
  const closed = answer({ ...dispute, acceptedAsLost: true });
  expect(acceptDispute.outcome(closed, reference, account)).toMatchObject({
    dispute: { status: 'dispute_accepted' },
  });
  expect(acceptDispute.outcome(answer(refusal, 400), reference, account)).toEqual({
    result: 'declined',
    httpStatus: 400,
    message: 'The dispute is closed.',
  });
  expect(() => acceptDispute.outcome(answer({}, 409), reference, account)).toThrow();
});

const file = (
  evidenceType: EvidenceType,
  connectorFileId?: string,
): DisputeEvidence['files'][number] => ({
  evidenceType,
  fileId: `file_${evidenceType}`,
  size: 3,
  type: 'image/png',
  sha256: 'abc',
  ...(connectorFileId !== undefined && { connectorFileId }),
});
const given = (changes: Partial<DisputeEvidence> = {}): DisputeEvidence => ({
  ...reference,
  texts: {},
  files: [],
  ...changes,
});
const sent = (input: DisputeEvidence) => bodyOf(submitEvidence.request(input, account)).evidence;

/**
 * The members: shift4-java, DisputeEvidenceRequest.java. Which of them are files: shift4-php,
 * tests/utils/Data.php (disputeEvidenceRequest), where the log of accesses is a file too.
 */
describe('evidence at Shift4', () => {
  it("Shift4 gets every text of the API by Shift4's name", () => {
    const texts = Object.fromEntries(evidenceTexts.map((kind) => [kind, `my ${kind}`]));
    expect(sent(given({ texts }))).toEqual({
      billingAddress: 'my billing_address',
      cancellationPolicyDisclosure: 'my cancellation_policy_disclosure',
      cancellationRefusalExplanation: 'my cancellation_rebuttal',
      customerEmail: 'my customer_email_address',
      customerName: 'my customer_name',
      customerPurchaseIp: 'my customer_purchase_ip',
      productDescription: 'my product_description',
      refundPolicyDisclosure: 'my refund_policy_disclosure',
      refundRefusalExplanation: 'my refund_refusal_explanation',
      serviceDate: 'my service_date',
      shippingAddress: 'my shipping_address',
      shippingCarrier: 'my shipping_carrier',
      shippingDate: 'my shipping_date',
      shippingTrackingNumber: 'my shipping_tracking_number',
      uncategorizedText: 'my uncategorized_text\naccess_activity_log: my access_activity_log',
    });
  });

  it('Shift4 gets every kind of file by the id of its upload, and refuses none silently', () => {
    const files = EvidenceType.options
      .filter((type) => type !== 'recurring_transaction_agreement')
      .map((type) => file(type, `up_${type}`));
    expect(sent(given({ files }))).toEqual({
      cancellationPolicy: 'up_cancellation_policy',
      customerCommunication: 'up_customer_communication',
      customerSignature: 'up_customer_signature',
      receipt: 'up_receipt',
      refundPolicy: 'up_refund_policy',
      serviceDocumentation: 'up_service_documentation',
      shippingDocumentation: 'up_shipping_documentation',
      duplicateChargeDocumentation: 'up_invoice_showing_distinct_transactions',
      uncategorizedFile: 'up_uncategorized_file',
    });
    const agreement = file('recurring_transaction_agreement', 'up_a');
    expect(sent(given({ files: [agreement] }))).toEqual({ serviceDocumentation: 'up_a' });
    const service = file('service_documentation', 'up_s');
    expect(sent(given({ files: [agreement, service] }))).toEqual({
      serviceDocumentation: 'up_s',
      uncategorizedFile: 'up_a',
    });
    const request = (more: DisputeEvidence['files']) => () => sent(given({ files: more }));
    expect(request([...files, agreement])).toThrow('no place');
    expect(request([file('receipt')])).toThrow('not uploaded');
  });

  it('evidence is submitted to Shift4 once, and better evidence again', () => {
    const texts = { customer_name: 'Jane' };
    const keyOf = (input: DisputeEvidence) =>
      submitEvidence.request(input, account).headers['idempotency-key'];
    expect(submitEvidence.request(given({ texts }), account).url).toBe(
      'https://api.shift4.com/disputes/disp_1',
    );
    expect(keyOf(given({ texts }))).toBe(keyOf(given({ texts: { ...texts } })));
    expect(keyOf(given({ texts }))).not.toBe(keyOf(given({ texts: { customer_name: 'Joe' } })));
  });

  it('a Shift4 dispute with submitted evidence is challenged, also where its status is still new', () => {
    const evidenceDetails = { ...dispute.evidenceDetails, hasEvidence: true, submissionCount: 1 };
    const done = answer({ ...dispute, evidenceDetails });
    expect(submitEvidence.outcome(done, given(), account)).toMatchObject({
      dispute: { status: 'dispute_challenged', connectorStatus: 'CHARGEBACK_NEW' },
    });
    const refused = answer(refusal, 400);
    expect(submitEvidence.outcome(refused, given(), account)).toMatchObject({
      result: 'declined',
      httpStatus: 400,
    });
  });
});

it('a file of evidence is uploaded to Shift4, and one of a type that it does not take is not', () => {
  const upload = { ...reference, file: { ...file('receipt'), bytes: Buffer.from('abc') } };
  const asked = uploadEvidenceFile.request(upload, account);
  expect(asked.url).toBe('https://uploads.api.shift4.com/files');
  expect(asked.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
  const text = Buffer.from(asked.bytes ?? []).toString('latin1');
  expect(text).toContain('name="purpose"\r\n\r\ndispute_evidence\r\n');
  expect(text).toContain('name="file"; filename="file_receipt"\r\ncontent-type: image/png');
  const done = answer({ id: 'file_9', purpose: 'dispute_evidence', type: 'png' });
  expect(uploadEvidenceFile.outcome(done, upload, account)).toEqual({
    result: 'uploaded',
    connectorFileId: 'file_9',
  });
  expect(uploadEvidenceFile.outcome(answer(refusal, 400), upload, account)).toMatchObject({
    result: 'declined',
    httpStatus: 400,
  });
  const word = { ...upload, file: { ...upload.file, type: 'application/msword' } };
  expect(() => uploadEvidenceFile.request(word, account)).toThrow('CSV');
});

/** shift4-php, tests/DisputeTest.php (testListDisputes): newest first, and `hasMore`. */
it('the Shift4 disputes of a span are listed page by page, without those of no charge', () => {
  const span = {
    connectorName: 'shift4',
    from: new Date('2023-11-14T22:13:20Z'),
    till: new Date('2023-11-15T22:13:20.500Z'),
  };
  const parametersOf = (at?: string) =>
    Object.fromEntries(
      new URL(listDisputes.request({ ...span, ...(at && { at }) }, account).url).searchParams,
    );
  expect(parametersOf()).toEqual({
    'created[gte]': '1700000000',
    'created[lte]': '1700086400',
    limit: '25',
  });
  expect(parametersOf('disp_3').startingAfterId).toBe('disp_3');
  const { charge, ...without } = dispute;
  const byId = { ...dispute, id: 'disp_2', charge: charge.id };
  const list = [dispute, byId, { ...without, id: 'disp_3' }];
  expect(listDisputes.outcome(answer({ list, hasMore: true }), span, account)).toEqual({
    result: 'listed',
    disputes: [
      {
        kind: 'dispute',
        subject: { reference: 'pay_1_1', connectorId: 'char_1' },
        dispute: reported,
      },
      {
        kind: 'dispute',
        subject: { connectorId: 'char_1' },
        dispute: { ...reported, connectorDisputeId: 'disp_2' },
      },
    ],
    nextPage: 'disp_3',
  });
  const last = listDisputes.outcome(answer({ list: [], hasMore: false }), span, account);
  expect(last).toEqual({ result: 'listed', disputes: [] });
  expect(() => listDisputes.outcome(answer(refusal, 401), span, account)).toThrow();
});
