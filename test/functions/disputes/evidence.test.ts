import fc from 'fast-check';
import { EvidenceType } from '#vocabulary/dispute-evidence.ts';
import { loadStructure } from '../../support/documents/structure.ts';
import {
  aPdf,
  disputedCards,
  switchWithDisputes,
} from '../../support/switch/switch-with-disputes.ts';

const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);
const jpeg = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]);

async function aDispute(number?: string) {
  const shop = await switchWithDisputes();
  return { shop, ...(await shop.disputed(number)) };
}

describe('a file that is attached', () => {
  it('an attached file is listed with its type and size, and its bytes are stored', async () => {
    const { shop, disputeId: dispute_id } = await aDispute();
    const { status, body } = await shop.attach({
      dispute_id,
      evidence_type: 'receipt',
      file: aPdf(),
    });
    expect([status, body]).toEqual([
      200,
      { file_id: expect.stringMatching(/^file_[A-Za-z0-9]{20}$/) },
    ]);
    const listed = await shop.evidence(dispute_id);
    expect(listed).toEqual([
      {
        evidence_type: 'receipt',
        file_metadata_response: {
          file_id: body.file_id,
          file_name: 'receipt.pdf',
          file_size: aPdf().size,
          file_type: 'application/pdf',
          available: true,
        },
      },
    ]);
    expect(shop.files.names()).toEqual([`MERCHANT/merchant_example/${body.file_id}`]);
    const isPublished = loadStructure()?.validator('DisputeEvidenceBlock');
    if (isPublished) expect(isPublished(listed[0])).toBe(true);
  });

  it.each([
    ['PNG', png, 'image/png'],
    ['JPEG', jpeg, 'image/jpeg'],
  ])('an attached file may be a %s, whatever its general type', async (_, bytes, type) => {
    for (const stated of [type, 'application/octet-stream', type.toUpperCase(), '']) {
      const { shop, disputeId: dispute_id } = await aDispute();
      const file = new File([bytes], 'scan', { type: stated });
      expect((await shop.attach({ dispute_id, evidence_type: 'receipt', file })).status).toBe(200);
      expect(await shop.evidence(dispute_id)).toMatchObject([
        { file_metadata_response: { file_type: type, file_size: bytes.length } },
      ]);
    }
  });

  it('an attached file replaces one of the same kind, and of no other', async () => {
    const { shop, disputeId: dispute_id } = await aDispute();
    await shop.attach({ dispute_id, evidence_type: 'receipt', file: aPdf('one') });
    await shop.attach({ dispute_id, evidence_type: 'refund_policy', file: aPdf() });
    const { body } = await shop.attach({ dispute_id, evidence_type: 'receipt', file: aPdf('two') });
    const listed = await shop.evidence(dispute_id);
    expect(listed).toHaveLength(2);
    expect(listed).toMatchObject([
      { evidence_type: 'receipt', file_metadata_response: { file_id: body.file_id } },
      { evidence_type: 'refund_policy' },
    ]);
  });

  it('an attached file may be of each kind, all at once', async () => {
    const { shop, disputeId: dispute_id } = await aDispute();
    const all = await Promise.all(
      EvidenceType.options
        .slice(0, 4)
        .map((evidence_type) => shop.attach({ dispute_id, evidence_type, file: aPdf() })),
    );
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await shop.evidence(dispute_id)).toHaveLength(4);
  });

  it('a file attached in one invocation is stored once when the platform repeats the invocation', async () => {
    const { shop, disputeId: dispute_id } = await aDispute();
    const form = { dispute_id, evidence_type: 'receipt', file: aPdf() };
    const once = () => shop.ask('disputes.attach-evidence', { form, invocation: 'inv_1' });
    const answers = [await once(), await once()];
    expect(new Set(answers.map(({ body }) => body.file_id)).size).toBe(1);
    expect(shop.files.names()).toHaveLength(1);
  });

  it('an attached file is removed, and a second removal succeeds without one', async () => {
    const { shop, disputeId: dispute_id } = await aDispute();
    await shop.attach({ dispute_id, evidence_type: 'receipt', file: aPdf() });
    for (let count = 0; count < 2; count++) {
      const body = { dispute_id, evidence_type: 'receipt' };
      const { status, text } = await shop.ask('disputes.delete-evidence', { body });
      expect([status, text]).toEqual([200, '']);
      expect(await shop.evidence(dispute_id)).toEqual([]);
    }
  });

  it('an attached file is listed as not available once it was deleted', async () => {
    const { shop, disputeId: dispute_id } = await aDispute();
    const { body } = await shop.attach({ dispute_id, evidence_type: 'receipt', file: aPdf() });
    await shop.ask('files.delete', { params: { file_id: body.file_id } });
    expect(await shop.evidence(dispute_id)).toMatchObject([
      { file_metadata_response: { available: false } },
    ]);
  });
});

describe('a file is not attached', () => {
  const file = aPdf();
  const refusals: readonly [string, Record<string, string | Blob>, string, string][] = [
    ['without a file', { file: '' }, 'IR_33', 'File not found in the request'],
    ['without a dispute', { dispute_id: '' }, 'IR_34', 'Dispute id not found in the request'],
    ['without a kind', { evidence_type: '' }, 'IR_04', 'Missing required param: evidence_type'],
    [
      'as a kind that there is not',
      { evidence_type: 'selfie' },
      'IR_35',
      'File purpose not found in the request or is invalid',
    ],
    [
      'when it shows no type and states none',
      { file: new File(['hello'], 'x.txt', { type: 'text/plain' }) },
      'IR_36',
      'File content type not found',
    ],
    [
      'when it is of another type',
      { file: new File(['<svg/>'], 'x.svg', { type: 'image/svg+xml' }) },
      'HE_03',
      'File validation failed the file is neither PDF, JPEG nor PNG',
    ],
    [
      'when it is not what it is called',
      { file: new File([png], 'x.pdf', { type: 'application/pdf' }) },
      'HE_03',
      'File validation failed the file is not of the type that was stated',
    ],
    [
      'when it is empty',
      { file: new File([], 'x.pdf', { type: 'application/pdf' }) },
      'HE_03',
      'File validation failed the file is empty',
    ],
    [
      'when it is too large',
      {
        file: new File(['%PDF-1.4', new Uint8Array(4 * 1_024 * 1_024)], 'x.pdf', {
          type: 'application/pdf',
        }),
      },
      'HE_03',
      'File validation failed the file is larger than 4194304 bytes',
    ],
  ];

  it.each(refusals)('a file is not attached: %s', async (_, changes, code, message) => {
    const { shop, disputeId: dispute_id } = await aDispute();
    const before = shop.port.items();
    const answer = await shop.attach({ dispute_id, evidence_type: 'receipt', file, ...changes });
    expect([answer.status, answer.body.error]).toMatchObject([
      400,
      { type: 'invalid_request', code, message },
    ]);
    expect([shop.port.items(), shop.files.names()]).toEqual([before, []]);
  });

  it('a file for an unknown dispute is not attached', async () => {
    const { shop } = await aDispute();
    for (const dispute_id of ['dp_nobody', 'no identifier!']) {
      const answer = await shop.attach({ dispute_id, evidence_type: 'receipt', file });
      expect([answer.status, answer.body.error.code]).toEqual([404, 'HE_04']);
    }
    expect(shop.files.names()).toEqual([]);
  });

  it.each([
    ['an inquiry', disputedCards.inquired, async () => undefined],
    [
      'a dispute that is under review',
      disputedCards.disputed,
      async ({ shop, disputeId }: Awaited<ReturnType<typeof aDispute>>) =>
        shop.submit(disputeId, { product_description: 'Shoes' }),
    ],
    [
      'a dispute that was accepted',
      disputedCards.disputed,
      async ({ shop, disputeId }: Awaited<ReturnType<typeof aDispute>>) => shop.accept(disputeId),
    ],
  ])('a file is not attached to %s', async (_, number, first) => {
    const context = await aDispute(number);
    await first(context);
    const { shop, disputeId: dispute_id } = context;
    const answer = await shop.attach({ dispute_id, evidence_type: 'receipt', file });
    expect([answer.status, answer.body.error]).toMatchObject([
      400,
      { type: 'invalid_request', code: 'HE_03', message: 'Dispute status validation failed' },
    ]);
    expect(shop.files.names()).toEqual([]);
  });

  it('a request that is no readable form attaches no file', async () => {
    const { shop } = await aDispute();
    const json = await shop.ask('disputes.attach-evidence', { body: { dispute_id: 'x' } });
    expect(json.body.error).toMatchObject({ code: 'IR_06', message: 'Content type error' });
    const broken = await shop.ask('disputes.attach-evidence', {
      text: 'broken',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    });
    expect([broken.status, broken.body.error]).toMatchObject([
      400,
      {
        type: 'invalid_request',
        error_type: 'invalid_request',
        code: 'IR_06',
        message: 'Json deserialize error: the form could not be read',
      },
    ]);
  });

  it("a request larger than a function's limit attaches no file", async () => {
    const { shop } = await aDispute();
    const { status, body } = await shop.ask('disputes.attach-evidence', {
      bytes: new Uint8Array(4 * 1_024 * 1_024 + 32_769),
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    });
    expect([status, body.error.code]).toEqual([400, 'IR_06']);
    expect(body.error.message).toMatch(/is larger than allowed/);
  });
});

describe('evidence that is submitted', () => {
  /** The bodies of the processor's requests. */
  const seen = (shop: Awaited<ReturnType<typeof switchWithDisputes>>) => {
    const bodies: unknown[] = [];
    const { send } = shop.dependencies;
    shop.dependencies.send = (request, options) => {
      if (request.url.endsWith('/evidence')) bodies.push(JSON.parse(request.body ?? ''));
      return send(request, options);
    };
    return bodies;
  };

  it('submitted evidence consists of all texts, the named files and the attached ones', async () => {
    const { shop, disputeId: dispute_id } = await aDispute();
    const bodies = seen(shop);
    const attached = await shop.attach({ dispute_id, evidence_type: 'receipt', file: aPdf() });
    const form = { dispute_id, purpose: 'dispute_evidence', file: aPdf('signature') };
    const uploaded = await shop.ask('files.create', { form });
    const { status } = await shop.submit(dispute_id, {
      customer_signature: uploaded.body.file_id,
      customer_name: 'Joseph Doe',
      uncategorized_text: 'It was delivered.',
      shipping_date: null,
    });
    expect(status).toBe(200);
    expect(bodies).toEqual([
      {
        texts: { customer_name: 'Joseph Doe', uncategorized_text: 'It was delivered.' },
        files: [
          expect.objectContaining({
            evidence_type: 'customer_signature',
            file_id: uploaded.body.file_id,
            name: 'receipt.pdf',
            type: 'application/pdf',
            sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
          }),
          expect.objectContaining({
            evidence_type: 'receipt',
            file_id: attached.body.file_id,
          }),
        ],
      },
    ]);
    const kinds = (await shop.evidence(dispute_id)).map(
      (one: { evidence_type: string }) => one.evidence_type,
    );
    expect(kinds).toEqual(['customer_signature', 'receipt']);
  });

  it('submitted evidence names no file that the merchant does not have', async () => {
    const { shop, disputeId } = await aDispute();
    const bodies = seen(shop);
    const { status, body } = await shop.submit(disputeId, { receipt: 'file_nobody' });
    expect([status, body.error]).toMatchObject([
      404,
      {
        type: 'invalid_request',
        code: 'HE_04',
        message: 'File does not exist in our records',
      },
    ]);
    expect(bodies).toEqual([]);
  });

  it('submitted evidence is found nowhere but at the processor', async () => {
    const { shop, disputeId } = await aDispute();
    await shop.submit(disputeId, { customer_name: 'Josephine Secret' });
    expect(JSON.stringify([shop.port.items(), shop.dependencies.logged])).not.toContain(
      'Josephine',
    );
  });
});

describe('an unknown member', () => {
  it("evidence's unknown member is ignored", async () => {
    const { shop, disputeId } = await aDispute();
    const { status, body } = await shop.submit(disputeId, { customer_name: 'J', colour: 'red' });
    expect({ status, of: body.dispute_id }).toEqual({ status: 200, of: disputeId });
    expect(JSON.stringify(shop.port.items())).not.toContain('colour');
  });
});

describe('any form that a client sends', () => {
  const anyText = fc.oneof(fc.string({ maxLength: 40 }), fc.constantFrom('\u0000', '💳', ''));
  const anyValue = fc.oneof(
    anyText,
    fc.constantFrom<unknown>(null, undefined, 7, true, [], {}, 'winning_evidence', 'file_x'),
  );

  it('any form as evidence is submitted, or refused, and never an internal error', async () => {
    const { shop, disputeId } = await aDispute();
    const anyBody = fc.dictionary(
      fc.constantFrom('receipt', 'uncategorized_text', 'customer_name', 'shipping_date', 'x'),
      anyValue,
    );
    const anyId = fc.oneof(
      { weight: 3, arbitrary: fc.constant<unknown>(disputeId) },
      fc.constantFrom<unknown>(null, '', 'dp_nobody', 7, 'a b'),
    );
    await fc.assert(
      fc.asyncProperty(anyBody, anyId, async (more, dispute_id) => {
        const before = shop.port.items();
        const { status } = await shop.ask('disputes.submit-evidence', {
          body: { ...more, dispute_id },
        });
        expect(status).toBeLessThan(500);
        if (status >= 400) expect(shop.port.items()).toEqual(before);
      }),
    );
  });

  it('any form as a file is attached, or refused with nothing stored, and never answers 500', async () => {
    const { shop, disputeId } = await aDispute();
    const contents = fc.oneof(
      fc.uint8Array({ maxLength: 64 }),
      fc.uint8Array({ maxLength: 64 }).map((bytes) => new Uint8Array([...png, ...bytes])),
    );
    const anyFile = fc
      .tuple(contents, fc.string({ maxLength: 300 }), fc.constantFrom('', 'image/png', 'a/b', '"'))
      .map(([bytes, name, type]) => new File([new Uint8Array(bytes)], name, { type }));
    const anyForm = fc.record(
      {
        dispute_id: fc.oneof({ weight: 4, arbitrary: fc.constant(disputeId) }, anyText),
        evidence_type: fc.oneof(
          { weight: 2, arbitrary: fc.constantFrom<string>(...EvidenceType.options) },
          anyText,
        ),
        file: fc.oneof<fc.Arbitrary<string | Blob>[]>(anyFile, anyFile, anyText),
        another: anyText,
      },
      { requiredKeys: [] },
    );
    let attached = 0;
    await fc.assert(
      fc.asyncProperty(anyForm, async (form) => {
        const before = [shop.port.items(), shop.files.names()];
        const { status } = await shop.attach({ ...form });
        expect(status).toBeLessThan(500);
        if (status === 200) attached += 1;
        else expect([shop.port.items(), shop.files.names()]).toEqual(before);
      }),
    );
    expect(attached).toBeGreaterThan(0);
  });
});
