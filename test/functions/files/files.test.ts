import { aPdf, switchWithDisputes } from '../../support/switch/switch-with-disputes.ts';

async function aShop() {
  const shop = await switchWithDisputes();
  const { disputeId } = await shop.disputed();
  const form = { dispute_id: disputeId, purpose: 'dispute_evidence', file: aPdf() };
  return {
    shop,
    disputeId,
    upload: (changes: Record<string, string | Blob> = {}, more: object = {}) =>
      shop.ask('files.create', { form: { ...form, ...changes }, ...more }),
    download: (file_id: string, more: object = {}) =>
      shop.ask('files.retrieve', { params: { file_id }, ...more }),
    remove: (file_id: string) => shop.ask('files.delete', { params: { file_id } }),
  };
}

describe('a file', () => {
  it('a file is downloaded as it was uploaded, and no browser shows it as a page', async () => {
    const { upload, download } = await aShop();
    const { status, body } = await upload();
    expect([status, body]).toEqual([200, { file_id: expect.stringMatching(/^file_/) }]);
    const { headers, text, ...answer } = await download(body.file_id);
    expect(answer.status).toBe(200);
    expect(text).toBe(await aPdf().text());
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
  });

  it('a binary file is returned byte for byte', async () => {
    const { upload, download } = await aShop();
    const bytes = new Uint8Array([0xff, 0xd8, 0xff, ...Array.from({ length: 256 }, (_, n) => n)]);
    const { body } = await upload({ file: new File([bytes], 'x.jpg', { type: 'image/jpeg' }) });
    const { text } = await download(body.file_id);
    expect(Buffer.from(text, 'latin1').equals(Buffer.from(bytes))).toBe(true);
  });

  it('a file is not attached to its dispute by its upload only', async () => {
    const { shop, disputeId, upload } = await aShop();
    await upload();
    expect(await shop.evidence(disputeId)).toEqual([]);
  });

  it('a file is gone once it is deleted, with its bytes', async () => {
    const { shop, upload, download, remove } = await aShop();
    const { body } = await upload();
    const { status, text } = await remove(body.file_id);
    expect([status, text]).toEqual([200, '']);
    expect(shop.files.names()).toEqual([]);
    for (const answer of [await download(body.file_id), await remove(body.file_id)]) {
      expect([answer.status, answer.body.error]).toMatchObject([
        404,
        { type: 'invalid_request', code: 'HE_04', message: 'File does not exist in our records' },
      ]);
    }
  });

  it('a file whose bytes are gone is not available', async () => {
    const { shop, upload, download } = await aShop();
    const { body } = await upload();
    await shop.files.remove({ merchantId: shop.merchant.id, id: body.file_id });
    const answer = await download(body.file_id);
    expect([answer.status, answer.body.error]).toMatchObject([
      404,
      { type: 'invalid_request', code: 'HE_04', message: 'File not available' },
    ]);
  });

  it('a file is stored as long as a dispute may take, and no longer', async () => {
    const { shop, upload } = await aShop();
    await upload();
    const item = shop.port.items().find(({ sk }) => sk === 'FILE');
    const days =
      (Number(item?.expiresAtSeconds) - shop.dependencies.clock.now.getTime() / 1_000) / 86_400;
    expect(Math.round(days)).toBe(730);
  });

  it('a file has the same identifier when the same upload is repeated under its key', async () => {
    const { shop, upload } = await aShop();
    const headers = { 'idempotency-key': 'upload 1' };
    const answers = [await upload({}, { headers }), await upload({}, { headers })];
    expect(answers[1]?.body).toEqual(answers[0]?.body);
    expect(answers.map((one) => one.headers['idempotent-replayed'])).toEqual([undefined, 'true']);
    expect(shop.files.names()).toHaveLength(1);
    const other = await upload({ file: aPdf('something else') }, { headers });
    expect([other.status, other.body.error.code]).toEqual([422, 'IR_06']);
    const { text } = await shop.ask('files.retrieve', {
      params: { file_id: answers[0]?.body.file_id },
    });
    expect(text).toBe(await aPdf().text());
  });

  it.each([
    ['a file', { file: '' }, 'IR_33'],
    ['a dispute', { dispute_id: '' }, 'IR_34'],
    ['a purpose', { purpose: '' }, 'IR_35'],
    ['a purpose that there is', { purpose: 'profile_picture' }, 'IR_35'],
    ['a type', { file: new File(['x'], 'x', { type: 'text/plain' }) }, 'IR_36'],
    ['a form that banks take', { file: new File(['x'], 'x', { type: 'image/gif' }) }, 'HE_03'],
  ])('a file is refused without %s', async (_, changes, code) => {
    const { shop, upload } = await aShop();
    const before = shop.port.items();
    const { status, body } = await upload(changes as Record<string, string | Blob>);
    expect([status, body.error.code]).toEqual([400, code]);
    expect([shop.port.items(), shop.files.names()]).toEqual([before, []]);
  });

  it('a file is refused for a dispute that does not exist', async () => {
    const { upload } = await aShop();
    const { status, body } = await upload({ dispute_id: 'dp_nobody' });
    expect([status, body.error.code]).toEqual([404, 'HE_04']);
  });

  it('a file is found only by keys of its profile', async () => {
    const { shop, upload, download } = await aShop();
    const { body } = await upload();
    const other = await shop.ask('profiles.create', {
      params: { account_id: shop.merchant.id },
      body: { profile_name: 'another' },
    });
    const headers = { 'x-profile-id': other.body.profile_id };
    expect((await download(body.file_id, { headers })).status).toBe(404);
  });
});
