import type { Send } from '#platform/http/egress/egress.ts';
import { newDispute } from '#switch/disputes/dispute.ts';
import { adminKey } from '../../support/switch/switch-in-memory.ts';
import { aPdf, switchWithDisputes } from '../../support/switch/switch-with-disputes.ts';

/** A dispute at Stripe, where files are uploaded before the evidence names them. */
async function aDispute() {
  const shop = await switchWithDisputes({}, {}, 'stripe');
  const { disputeId } = await shop.disputed();
  expect(disputeId).not.toBe('');
  const asked: { readonly path: string; readonly body: string }[] = [];
  const { send } = shop.dependencies;
  let between: ((path: string) => ReturnType<Send> | undefined) | undefined;
  shop.dependencies.send = (request, options) => {
    const path = new URL(request.url).pathname.replace('/stripe/v1/', '');
    const body = request.body ?? Buffer.from(request.bytes ?? []).toString('latin1');
    asked.push({ path, body });
    return between?.(path) ?? send(request, options);
  };
  return {
    shop,
    dispute_id: disputeId,
    asked,
    paths: () => asked.map(({ path }) => path.replace(/du_\w+/, 'ID')),
    /** Has something else happen to requests than that they arrive. */
    breaking: (way: typeof between) => {
      between = way;
    },
    attach: (evidence_type: string, text?: string) =>
      shop.attach({ dispute_id: disputeId, evidence_type, file: aPdf(text) }),
    submit: () => shop.submit(disputeId, { uncategorized_text: 'winning_evidence' }),
  };
}

describe('evidence with files, at a processor that wants them uploaded', () => {
  it('evidence with uploaded files has the bytes of each file, and then their ids', async () => {
    const { attach, submit, asked, paths } = await aDispute();
    await attach('receipt', 'the receipt of a pair of shoes');
    await attach('shipping_documentation');
    const { status, body } = await submit();
    expect([status, body.dispute_status]).toEqual([200, 'dispute_challenged']);
    expect(paths()).toEqual(['files', 'files', 'disputes/ID']);
    expect(asked[0]?.body).toContain('the receipt of a pair of shoes');
    expect(asked[0]?.body).toContain('dispute_evidence');
    const form = new URLSearchParams(asked[2]?.body);
    expect(form.get('evidence[receipt]')).toMatch(/^file_/);
    expect(form.get('evidence[shipping_documentation]')).toMatch(/^file_/);
    expect(form.get('evidence[uncategorized_text]')).toBe('winning_evidence');
  });

  it('evidence with uploaded files is uploaded once, also when the submission breaks off and is made again', async () => {
    const { attach, submit, paths, breaking } = await aDispute();
    await attach('receipt');
    breaking((path) =>
      path.startsWith('disputes/')
        ? Promise.resolve({ kind: 'not_sent', reason: 'no connection' })
        : undefined,
    );
    expect((await submit()).body.error.code).toBe('CE_08');
    breaking(undefined);
    const { status, body } = await submit();
    expect([status, body.dispute_status]).toEqual([200, 'dispute_challenged']);
    expect(paths().filter((path) => path === 'files')).toHaveLength(1);
  });

  it('evidence with uploaded files uploads a file once that every request names, under whichever kind', async () => {
    const { shop, dispute_id, paths, breaking } = await aDispute();
    const form = { dispute_id, purpose: 'dispute_evidence', file: aPdf() };
    const { file_id } = (await shop.ask('files.create', { form })).body;
    breaking((path) =>
      path.startsWith('disputes/')
        ? Promise.resolve({ kind: 'unknown', reason: 'timeout' })
        : undefined,
    );
    const first = await shop.submit(dispute_id, { receipt: file_id, uncategorized_file: file_id });
    expect(first.body.error.code).toBe('CE_08');
    breaking(undefined);
    const again = { receipt: file_id, service_documentation: file_id };
    expect((await shop.submit(dispute_id, again)).status).toBe(200);
    expect(paths().filter((path) => path === 'files')).toHaveLength(1);
  });

  it('evidence with uploaded files is not submitted while a file could not be uploaded, and uploads the others no second time', async () => {
    const { attach, submit, paths, breaking } = await aDispute();
    await attach('receipt');
    await attach('refund_policy');
    let uploads = 0;
    breaking((path) => {
      if (path !== 'files') return undefined;
      uploads += 1;
      return uploads === 2 ? Promise.resolve({ kind: 'unknown', reason: 'timeout' }) : undefined;
    });
    expect((await submit()).body.error.code).toBe('CE_08');
    expect(paths()).not.toContain('disputes/ID');
    breaking(undefined);
    expect((await submit()).status).toBe(200);
    expect(paths().filter((path) => path === 'files')).toHaveLength(3);
  });

  it("evidence with uploaded files is refused in the processor's words when that refuses a file", async () => {
    const { attach, submit, breaking } = await aDispute();
    await attach('receipt');
    const error = { type: 'invalid_request_error', message: 'The file is unreadable.' };
    const response = { status: 400, headers: {}, body: JSON.stringify({ error }) };
    breaking((path) =>
      path === 'files' ? Promise.resolve({ kind: 'answered', response }) : undefined,
    );
    const { status, text } = await submit();
    expect(status).toBe(400);
    expect(text).toContain('The file is unreadable.');
  });

  it('evidence with uploaded files is refused when the bytes of a file have expired, and nothing is sent', async () => {
    const { shop, attach, submit, paths } = await aDispute();
    const { body } = await attach('receipt');
    await shop.files.remove({ merchantId: shop.merchant.id, id: body.file_id });
    const answer = await submit();
    expect([answer.status, answer.body.error.code]).toEqual([404, 'HE_04']);
    expect(paths()).toEqual([]);
  });

  it('evidence with uploaded files uploads a file anew that was replaced by another of its kind', async () => {
    const { attach, submit, asked, breaking } = await aDispute();
    await attach('receipt', 'the first');
    breaking((path) =>
      path.startsWith('disputes/')
        ? Promise.resolve({ kind: 'not_sent', reason: 'no connection' })
        : undefined,
    );
    await submit();
    breaking(undefined);
    await attach('receipt', 'the second');
    expect((await submit()).status).toBe(200);
    const uploads = asked.filter(({ path }) => path === 'files');
    expect(uploads.map(({ body }) => /the (first|second)/.exec(body)?.[1])).toEqual([
      'first',
      'second',
    ]);
  });
});

/** A dispute at a processor that returns one answer to every request. */
async function aDisputeAt(
  connectorName: string,
  answer: object,
  connector_account_details: object = { auth_type: 'BodyKey', api_key: 'AQE', key1: 'Shop' },
) {
  const shop = await switchWithDisputes();
  const { id: merchantId, profileId } = shop.merchant;
  const created = await shop.ask('connector-accounts.create', {
    key: adminKey,
    params: { account_id: merchantId },
    body: {
      connector_type: 'payment_processor',
      connector_name: connectorName,
      connector_account_details,
    },
  });
  expect(created.status).toBe(200);
  const { dispute } = await shop.services.disputes.create(
    newDispute(
      { merchantId, id: 'pay_1', profileId, currency: 'EUR' },
      {
        id: 'pay_1_1',
        connectorName,
        connectorAccountId: created.body.merchant_connector_id,
      },
      {
        connectorDisputeId: 'DZ3',
        amountMinor: 10_000,
        currency: 'EUR',
        stage: 'dispute',
        status: 'dispute_opened',
        connectorStatus: 'Undefended',
      },
      shop.dependencies.clock.now,
    ),
  );
  const asked: { readonly url: string; readonly body: string }[] = [];
  shop.dependencies.send = async ({ url, body, bytes = new Uint8Array() }) => {
    asked.push({ url, body: body ?? Buffer.from(bytes).toString('latin1') });
    const response = { status: 200, headers: {}, body: JSON.stringify(answer) };
    return { kind: 'answered', response };
  };
  return {
    shop,
    dispute_id: dispute.id,
    asked,
    operations: () => asked.map(({ url }) => url.replace(/.*\//, '')),
  };
}

/** A dispute at Adyen, whose answer confirms each request. */
const aDisputeAtAdyen = () => aDisputeAt('adyen', { disputeServiceResult: { success: true } });

/** A dispute at PayPal, which returns an access token and then accepts each request. */
const aDisputeAtPaypal = () =>
  aDisputeAt('paypal', {
    access_token: 'A21AA',
    token_type: 'Bearer',
    expires_in: 32_400,
    links: [{ href: 'https://api-m.sandbox.paypal.com/v1/customer/disputes/DZ3' }],
  });

/** A dispute at Braintree, whose answer confirms each request. */
const aDisputeAtBraintree = () => {
  const dispute = {
    legacyId: 'DZ3',
    amountDisputed: { value: '100.00', currencyCode: 'EUR' },
    type: 'CHARGEBACK',
  };
  const data = {
    idFromLegacyId: 'ZGlzcHV0ZV9EWjM',
    createDisputeFileEvidence: { evidence: { id: 'evidence_1' } },
    node: { ...dispute, status: 'OPEN', evidence: [{ id: 'evidence_1' }] },
    createDisputeTextEvidence: { evidence: { id: 'evidence_2' } },
    finalizeDispute: { dispute: { ...dispute, status: 'DISPUTED' } },
    acceptDispute: { dispute: { ...dispute, status: 'ACCEPTED' } },
  };
  return aDisputeAt(
    'braintree',
    { data },
    { auth_type: 'SignatureKey', api_key: 'public', key1: 'shop', api_secret: 'private' },
  );
};

it('evidence is sent with its files, or a dispute accepted, in the few steps that a chain has', async () => {
  const defended = await aDisputeAtBraintree();
  const { shop, dispute_id, asked } = defended;
  const stepsOf = (bodies: typeof asked) =>
    bodies.map(({ body }) =>
      /\{ (\w+)\((?:input|legacyId): \$input|(node)\(id/.exec(body)?.slice(1).join(''),
    );
  await shop.attach({ dispute_id, evidence_type: 'receipt', file: aPdf('a pair of shoes') });
  const { status, body } = await shop.submit(dispute_id, { customer_name: 'Jane Doe' });
  expect([status, body.dispute_status]).toEqual([200, 'dispute_challenged']);
  expect(stepsOf(asked)).toEqual([
    ...['idFromLegacyId', 'createDisputeFileEvidence'],
    ...['idFromLegacyId', 'node', 'createDisputeTextEvidence', 'finalizeDispute'],
  ]);
  expect(asked[1]?.body).toContain('a pair of shoes');

  const lost = await aDisputeAtBraintree();
  const params = { dispute_id: lost.dispute_id };
  const accepted = await lost.shop.ask('disputes.accept', { params });
  expect([accepted.status, accepted.body.dispute_status]).toEqual([200, 'dispute_accepted']);
  expect(stepsOf(lost.asked)).toEqual(['idFromLegacyId', 'node', 'acceptDispute']);
});

describe('evidence with files, at a processor that takes their bytes with it', () => {
  it('evidence with enclosed files has the bytes of each file', async () => {
    const { shop, dispute_id, asked, operations } = await aDisputeAtAdyen();
    await shop.attach({ dispute_id, evidence_type: 'receipt', file: aPdf('a pair of shoes') });
    const { status, body } = await shop.submit(dispute_id);
    expect([status, body.dispute_status]).toEqual([200, 'dispute_challenged']);
    expect(operations()).toEqual(['supplyDefenseDocument', 'defendDispute']);
    const [document] = JSON.parse(asked[0]?.body ?? '').defenseDocuments;
    expect(document.defenseDocumentTypeCode).toBe('InvoiceOrReceipt');
    expect(Buffer.from(document.content, 'base64').toString()).toContain('a pair of shoes');
  });

  it('evidence with enclosed files has them in one form with the texts, and the dispute may be accepted instead', async () => {
    const defended = await aDisputeAtPaypal();
    const { shop, dispute_id, asked, operations } = defended;
    await shop.attach({ dispute_id, evidence_type: 'receipt', file: aPdf('a pair of shoes') });
    const { status, body } = await shop.submit(dispute_id, { customer_name: 'Jane Doe' });
    expect([status, body.dispute_status]).toEqual([200, 'dispute_challenged']);
    expect(operations()).toEqual(['token', 'provide-evidence']);
    expect(asked[1]?.body).toContain('a pair of shoes');
    expect(asked[1]?.body).toContain('customer_name: Jane Doe');

    const lost = await aDisputeAtPaypal();
    const params = { dispute_id: lost.dispute_id };
    const accepted = await lost.shop.ask('disputes.accept', { params });
    expect([accepted.status, accepted.body.dispute_status]).toEqual([200, 'dispute_accepted']);
    expect(lost.operations()).toEqual(['token', 'accept-claim']);
  });

  it('evidence with enclosed files is refused when the bytes of a file have expired, and nothing is sent', async () => {
    const { shop, dispute_id, asked } = await aDisputeAtAdyen();
    const form = { dispute_id, evidence_type: 'receipt', file: aPdf() };
    const { file_id } = (await shop.attach(form)).body;
    await shop.files.remove({ merchantId: shop.merchant.id, id: file_id });
    const { status, body } = await shop.submit(dispute_id);
    expect([status, body.error.code]).toEqual([404, 'HE_04']);
    expect(asked).toEqual([]);
  });
});
