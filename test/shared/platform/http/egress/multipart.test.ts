import { multipartForm } from '#platform/http/egress/multipart.ts';

const bytes = new Uint8Array([0, 255, 13, 10, 45, 45]);
const form = {
  purpose: 'dispute_evidence',
  file: { name: 'a "receipt"\r\n.png', type: 'image/png', bytes },
};

it('a written multipart form is read by any server as the same fields and bytes', async () => {
  const { contentType, body } = multipartForm(form);
  const read = await new Response(Buffer.from(body), {
    headers: { 'content-type': contentType },
  }).formData();
  expect(read.get('purpose')).toBe('dispute_evidence');
  const file = read.get('file');
  if (!(file instanceof File)) throw new Error('There is no file.');
  expect(file.type).toBe('image/png');
  expect(new Uint8Array(await file.arrayBuffer())).toEqual(bytes);
});

it('a written multipart form has the same bytes for the same form', () => {
  expect(multipartForm(form)).toEqual(multipartForm(form));
});
