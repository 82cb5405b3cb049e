import fc from 'fast-check';
import { isSwitchError } from '#platform/errors.ts';
import { readForm } from '#platform/http/request/form.ts';

const type = 'multipart/form-data; boundary=edge';
const bytesOf = (text: string) => Buffer.from(text, 'latin1');
const part = (headers: string, content: string) =>
  `--edge\r\nContent-Disposition: form-data; ${headers}\r\n\r\n${content}\r\n`;

it("a multipart form's texts and files are read by name, every byte of them", async () => {
  const content = String.fromCharCode(...Array.from({ length: 256 }, (_, byte) => byte));
  const sent = `${part('name="purpose"', 'dispute_evidence')}${part('name="file"; filename="a.png"\r\nContent-Type: image/png', content)}--edge--\r\n`;
  expect(await readForm(bytesOf(sent), type)).toEqual({
    purpose: 'dispute_evidence',
    file: { name: 'a.png', type: 'image/png', bytes: new Uint8Array(bytesOf(content)) },
  });
});

it("a multipart form's repeated name gives its first part", async () => {
  const sent = `${part('name="a"', 'one')}${part('name="a"', 'two')}--edge--\r\n`;
  expect(await readForm(bytesOf(sent), type)).toEqual({ a: 'one' });
});

it.each([
  undefined,
  '',
  'application/json',
  'application/x-www-form-urlencoded',
  'multipart/mixed; boundary=edge',
  'multipart/form-data',
])(
  'a multipart form with %s is refused, and the hint says that a form is wanted',
  async (contentType) => {
    await expect(readForm(bytesOf('--edge--\r\n'), contentType)).rejects.toMatchObject({
      kind: 'invalid_content_type',
      details: { param: 'content-type', hint: expect.stringMatching(/form.*boundary/) },
    });
  },
);

it('a form that cannot be parsed is refused, and the message repeats nothing of it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
      const error = await readForm(bytes, type).then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      if (error === undefined) return;
      expect(isSwitchError(error, 'invalid_body') && error.details).toEqual({
        detail: 'the form could not be read',
      });
    }),
  );
});

it('a multipart form has no part that reaches the prototype', async () => {
  const sent = `${part('name="__proto__"', 'polluted')}--edge--\r\n`;
  const read = await readForm(bytesOf(sent), type);
  expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
  expect(Reflect.get({}, 'polluted')).toBeUndefined();
});
