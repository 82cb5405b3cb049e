import type { DisputeEvidence } from '#connectors/interface/disputes.ts';
import type { ExchangeAccount } from '#connectors/interface/exchange.ts';
import { paypalConnector } from '#connectors/paypal/connector.ts';
import { EvidenceType } from '#vocabulary/dispute-evidence.ts';
import { anAccountAt, answer } from '../../../support/processors/an-exchange.ts';

const { acceptDispute, submitEvidence, syncDispute, webhooks } = paypalConnector();
if (!acceptDispute || !submitEvidence || !syncDispute || !webhooks) {
  throw new Error('PayPal does all of this.');
}

const account: ExchangeAccount = { ...anAccountAt('paypal'), accessToken: 'A21AA' };
const dispute = { connectorName: 'paypal', connectorDisputeId: 'PP-D-1', reference: 'pay_1_1' };
const url = 'https://api-m.sandbox.paypal.com/v1/customer/disputes/PP-D-1';
const done = answer({ links: [{ href: url, rel: 'self', method: 'GET' }] });
const stateIn = (changes: object) => ({
  dispute_id: 'PP-D-1',
  create_time: '2026-01-02T03:04:05.000Z',
  update_time: '2026-01-03T03:04:05.000Z',
  disputed_transactions: [{ seller_transaction_id: '8AW7', invoice_number: 'pay_1_1' }],
  reason: 'MERCHANDISE_OR_SERVICE_NOT_RECEIVED',
  status: 'WAITING_FOR_SELLER_RESPONSE',
  dispute_amount: { currency_code: 'JPY', value: '6540' },
  dispute_life_cycle_stage: 'CHARGEBACK',
  seller_response_due_date: '2026-02-02T03:04:05.000Z',
  ...changes,
});
const resolved = (outcome_code: string) =>
  stateIn({ status: 'RESOLVED', dispute_outcome: { outcome_code } });
const refused = answer(
  {
    name: 'UNPROCESSABLE_ENTITY',
    message: 'The action could not be performed.',
    details: [{ issue: 'ACTION_NOT_ALLOWED_IN_CURRENT_DISPUTE_STATE', description: 'Too late' }],
  },
  422,
);
const refusal = {
  result: 'declined',
  httpStatus: 422,
  code: 'ACTION_NOT_ALLOWED_IN_CURRENT_DISPUTE_STATE',
  message: 'The action could not be performed.',
  reason: 'description - Too late;',
};

describe('the state of a dispute', () => {
  const synced = (changes: object) =>
    syncDispute.outcome(answer(stateIn(changes)), dispute, account);

  it('a PayPal dispute is synced by its id, and reported in minor units', () => {
    expect(syncDispute.request(dispute, account)).toMatchObject({ method: 'GET', url });
    expect(synced({})).toEqual({
      result: 'reported',
      dispute: {
        connectorDisputeId: 'PP-D-1',
        amountMinor: 6_540,
        currency: 'JPY',
        stage: 'dispute',
        status: 'dispute_opened',
        connectorStatus: 'WAITING_FOR_SELLER_RESPONSE',
        reason: 'MERCHANDISE_OR_SERVICE_NOT_RECEIVED',
        challengeRequiredBy: '2026-02-02T03:04:05.000Z',
        createdAt: '2026-01-02T03:04:05.000Z',
        updatedAt: '2026-01-03T03:04:05.000Z',
      },
    });
  });

  it.each([
    [{ status: 'OPEN', dispute_life_cycle_stage: 'INQUIRY' }, 'pre_dispute', 'dispute_opened'],
    [{ status: 'WAITING_FOR_BUYER_RESPONSE' }, 'dispute', 'dispute_opened'],
    [{ status: 'UNDER_REVIEW' }, 'dispute', 'dispute_challenged'],
    [
      { status: 'UNDER_REVIEW', dispute_life_cycle_stage: 'ARBITRATION' },
      'pre_arbitration',
      'dispute_challenged',
    ],
    [resolved('RESOLVED_BUYER_FAVOUR'), 'dispute', 'dispute_lost'],
    [resolved('RESOLVED_SELLER_FAVOUR'), 'dispute', 'dispute_won'],
    [resolved('RESOLVED_WITH_PAYOUT'), 'dispute', 'dispute_won'],
    [resolved('CANCELED_BY_BUYER'), 'dispute', 'dispute_cancelled'],
    [resolved('ACCEPTED'), 'dispute', 'dispute_accepted'],
  ])('a PayPal dispute is read from %j', (changes, stage, status) => {
    expect(synced(changes)).toMatchObject({ result: 'reported', dispute: { stage, status } });
  });

  it('a PayPal dispute in an unknown stage keeps the meaning of its status', () => {
    expect(synced({ dispute_life_cycle_stage: 'APPEAL' })).toMatchObject({
      result: 'reported',
      dispute: { stage: 'dispute' },
    });
  });

  it('a PayPal dispute with an unknown status is not decided', () => {
    for (const changes of [
      { status: 'OTHER' },
      { status: undefined },
      { status: 'constructor' },
      resolved('RESOLVED_BY_CHANCE'),
      { dispute_amount: undefined },
    ]) {
      expect(() => synced(changes)).toThrow();
    }
    expect(() => syncDispute.outcome(refused, dispute, account)).toThrow();
  });

  it('a PayPal dispute has the same fields in a webhook', () => {
    const told = (event_type: string, resource: object) =>
      webhooks.parse({ headers: {}, body: JSON.stringify({ event_type, resource }) });
    expect(told('CUSTOMER.DISPUTE.CREATED', stateIn({}))).toMatchObject([
      {
        subject: { reference: 'pay_1_1', connectorId: '8AW7' },
        dispute: { status: 'dispute_opened', amountMinor: 6_540 },
      },
    ]);
    expect(told('CUSTOMER.DISPUTE.RESOLVED', resolved('RESOLVED_SELLER_FAVOUR'))).toMatchObject([
      { dispute: { status: 'dispute_won', connectorStatus: 'RESOLVED' } },
    ]);
  });
});

describe('a dispute that the merchant accepts', () => {
  it('a dispute accepted at PayPal is one request, whose repeat PayPal recognizes', () => {
    const request = acceptDispute.request(dispute, account);
    expect(request).toMatchObject({ method: 'POST', url: `${url}/accept-claim` });
    expect(request.headers).toMatchObject({
      authorization: 'Bearer A21AA',
      'paypal-request-id': 'PP-D-1-accept',
    });
    expect(JSON.parse(request.body ?? '')).toEqual({
      note: 'The merchant accepts the claim.',
      accept_claim_type: 'REFUND',
    });
    expect(acceptDispute.outcome(done, dispute, account)).toEqual({
      result: 'changed',
      status: 'dispute_accepted',
      connectorStatus: 'ACCEPTED',
    });
  });

  it('a dispute accepted at PayPal counts as accepted when a repeat is refused because the first request arrived', () => {
    const reading = acceptDispute.outcome(refused, dispute, account);
    if (!('next' in reading)) throw new Error('The state was not asked for.');
    expect(reading.next).toMatchObject({ method: 'GET', url });
    expect(reading.outcome(answer(resolved('RESOLVED_BUYER_FAVOUR')))).toMatchObject({
      result: 'reported',
      dispute: { status: 'dispute_lost' },
    });
  });

  it("a dispute accepted at PayPal is refused in PayPal's words when it is open, or won", () => {
    for (const state of [stateIn({}), resolved('RESOLVED_SELLER_FAVOUR')]) {
      const reading = acceptDispute.outcome(refused, dispute, account);
      if (!('next' in reading)) throw new Error('The state was not asked for.');
      expect(reading.outcome(answer(state))).toEqual(refusal);
      expect(reading.outcome(answer({ name: 'NOT_FOUND', message: 'No' }, 404))).toEqual(refusal);
    }
  });

  it('a dispute accepted at PayPal is unchanged after an answer without content', () => {
    for (const nothing of [answer({}), answer({}, 409), answer([]), { ...done, body: '<html>' }]) {
      expect(() => acceptDispute.outcome(nothing, dispute, account)).toThrow();
    }
  });
});

describe('evidence against a dispute', () => {
  const fileOf = (evidenceType: EvidenceType, type = 'image/png', size = 3) => ({
    evidenceType,
    fileId: `file_${evidenceType}`,
    size,
    type,
    sha256: 'ab',
    bytes: Buffer.alloc(size, evidenceType),
  });
  const evidence = (changes: Partial<DisputeEvidence>): DisputeEvidence => ({
    ...dispute,
    texts: {},
    files: [],
    ...changes,
  });
  const sent = (changes: Partial<DisputeEvidence>) => {
    const request = submitEvidence.request(evidence(changes), account);
    const text = Buffer.from(request.bytes ?? []).toString('latin1');
    const [, json = ''] =
      /name="input"\r\ncontent-type: application\/json\r\n\r\n(.*)\r\n/.exec(text) ?? [];
    return { request, text, evidences: JSON.parse(json).evidences };
  };

  it('dispute evidence for PayPal is a form of JSON and the files byte for byte', () => {
    const { request, text, evidences } = sent({
      texts: { product_description: 'Shoes' },
      files: [fileOf('receipt'), fileOf('customer_signature', 'application/pdf')],
    });
    expect(request).toMatchObject({ method: 'POST', url: `${url}/provide-evidence` });
    expect(request.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    expect(evidences).toEqual([
      { evidence_type: 'PROOF_OF_RECEIPT_COPY', documents: [{ name: 'receipt.png' }] },
      {
        evidence_type: 'PROOF_OF_DELIVERY_SIGNATURE',
        documents: [{ name: 'customer_signature.pdf' }],
      },
      { evidence_type: 'ITEM_DESCRIPTION', notes: 'Shoes' },
    ]);
    expect(text).toContain(
      'name="file1"; filename="receipt.png"\r\ncontent-type: image/png\r\n\r\nrec\r\n',
    );
    expect(text).toContain('name="file2"; filename="customer_signature.pdf"');
  });

  it("dispute evidence for PayPal names each kind of file by PayPal's type", () => {
    const { evidences } = sent({ files: EvidenceType.options.map((kind) => fileOf(kind)) });
    expect(evidences.map((one: { evidence_type: string }) => one.evidence_type)).toEqual([
      'RETURN_POLICY',
      'OTHER',
      'PROOF_OF_DELIVERY_SIGNATURE',
      'PROOF_OF_RECEIPT_COPY',
      'RETURN_POLICY',
      'PROOF_FOR_SOFTWARE_OR_SERVICE_DELIVERED',
      'ADDITIONAL_PROOF_OF_SHIPMENT',
      'DETAILS_OF_PURCHASE',
      'BILLING_AGREEMENT',
      'OTHER',
    ]);
  });

  it("dispute evidence for PayPal proves a delivery by its tracking number, which requires the carrier's name", () => {
    const tracked = (texts: Record<string, string>) => sent({ texts }).evidences;
    expect(tracked({ shipping_carrier: 'FedEx', shipping_tracking_number: '1Z' })).toEqual([
      {
        evidence_type: 'PROOF_OF_FULFILLMENT',
        evidence_info: { tracking_info: [{ carrier_name: 'FEDEX', tracking_number: '1Z' }] },
      },
    ]);
    expect(tracked({ shipping_carrier: 'Bike', shipping_tracking_number: '1Z' })).toMatchObject([
      {
        evidence_info: {
          tracking_info: [{ carrier_name: 'OTHER', carrier_name_other: 'Bike' }],
        },
      },
    ]);
    expect(tracked({ shipping_tracking_number: '1Z' })).toEqual([
      { evidence_type: 'OTHER', notes: 'shipping_tracking_number: 1Z' },
    ]);
  });

  it('dispute evidence for PayPal puts other texts into notes, of 2,000 letters each', () => {
    const { evidences } = sent({
      texts: {
        customer_name: 'Jane Doe',
        refund_policy_disclosure: 'On the receipt',
        uncategorized_text: 'x'.repeat(3_000),
      },
    });
    expect(evidences[1]).toEqual({ evidence_type: 'OTHER', notes: 'x'.repeat(1_044) });
    expect(evidences[0].notes).toHaveLength(2_000);
    expect(evidences[0].notes).toMatch(/^customer_name: Jane Doe\nuncategorized_text: x/);
    expect(evidences[2]).toEqual({ evidence_type: 'RETURN_POLICY', notes: 'On the receipt' });
  });

  it('dispute evidence for PayPal is not sent with unsupported files', () => {
    const rejected = (files: DisputeEvidence['files']) =>
      expect(() => submitEvidence.request(evidence({ files }), account)).toThrow(/PayPal|bytes/);
    rejected([fileOf('receipt', 'text/html')]);
    rejected([fileOf('receipt', 'image/png', 10_000_000)]);
    const { bytes: _, ...without } = fileOf('receipt');
    rejected([without]);
    const large = EvidenceType.options
      .slice(0, 6)
      .map((kind) => fileOf(kind, 'image/png', 9_000_000));
    rejected(large);
    expect(sent({ files: large.slice(0, 5) }).evidences).toHaveLength(5);
  });

  it('dispute evidence for PayPal has the same request id in a repeat, and another for better evidence', () => {
    const idOf = (words: string) =>
      sent({ texts: { uncategorized_text: words } }).request.headers['paypal-request-id'];
    expect(idOf('first')).toBe(idOf('first'));
    expect(idOf('better')).not.toBe(idOf('first'));
  });

  it('dispute evidence for PayPal is under review once PayPal accepted it, or refused in its words', () => {
    const input = evidence({});
    expect(submitEvidence.outcome(done, input, account)).toEqual({
      result: 'changed',
      status: 'dispute_challenged',
      connectorStatus: 'UNDER_REVIEW',
    });
    for (const nothing of [answer({}), answer({}, 409), { ...done, body: '{"links":' }]) {
      expect(() => submitEvidence.outcome(nothing, input, account)).toThrow();
    }
  });

  describe('evidence that PayPal refuses', () => {
    const input = evidence({
      texts: {
        customer_name: 'Jane Doe',
        shipping_carrier: 'DHL',
        shipping_tracking_number: '1Z',
      },
      files: [fileOf('receipt')],
    });
    const shown = [
      {
        evidence_type: 'PROOF_OF_FULFILLMENT',
        evidence_info: { tracking_info: [{ carrier_name: 'DHL', tracking_number: '1Z' }] },
      },
      { evidence_type: 'PROOF_OF_RECEIPT_COPY', documents: [{ name: 'receipt.png', url: 'x' }] },
      { evidence_type: 'OTHER', notes: 'customer_name: Jane Doe' },
    ].map((one) => ({ ...one, source: 'SUBMITTED_BY_SELLER', date: '2026-01-03T03:04:05.000Z' }));
    const afterRefusal = (state: object, given = input) => {
      const reading = submitEvidence.outcome(refused, given, account);
      if (!('next' in reading)) throw new Error('The state was not asked for.');
      expect(reading.next).toMatchObject({ method: 'GET', url });
      return reading.outcome(answer(stateIn(state)));
    };

    it('refused dispute evidence is under review when the dispute shows all of it, because the first answer was lost', () => {
      expect(afterRefusal({ status: 'UNDER_REVIEW', evidences: shown })).toMatchObject({
        result: 'reported',
        dispute: { status: 'dispute_challenged' },
      });
    });

    it("refused dispute evidence is refused in PayPal's words when the dispute shows other evidence, or is open", () => {
      const [, ...some] = shown;
      const buyers = shown.map((one) => ({ ...one, source: 'SUBMITTED_BY_BUYER' }));
      for (const state of [
        { status: 'UNDER_REVIEW', evidences: some },
        { status: 'UNDER_REVIEW', evidences: buyers },
        { status: 'UNDER_REVIEW' },
        { evidences: shown },
      ]) {
        expect(afterRefusal(state)).toEqual(refusal);
      }
      expect(afterRefusal({ status: 'UNDER_REVIEW' }, evidence({}))).toEqual(refusal);
    });
  });
});
