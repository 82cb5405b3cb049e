import { createHash } from 'node:crypto';

/** A part of a form that states its type: a file, or without a name a text such as JSON. */
export interface FormPart {
  readonly name?: string;
  /** Its media type. */
  readonly type: string;
  readonly bytes: Uint8Array;
}

/**
 * A `multipart/form-data` body of texts and files (RFC 7578). The boundary follows from the
 * content, so that the same form has the same bytes.
 */
export function multipartForm(fields: Readonly<Record<string, string | FormPart>>): {
  readonly contentType: string;
  readonly body: Uint8Array;
} {
  const parts = Object.entries(fields).map(([name, value]) =>
    typeof value === 'string'
      ? { head: `name="${quoted(name)}"`, bytes: Buffer.from(value, 'utf8') }
      : {
          head: `name="${quoted(name)}"${filename(value)}\r\ncontent-type: ${value.type}`,
          bytes: value.bytes,
        },
  );
  const hash = createHash('sha256');
  for (const { head, bytes } of parts) hash.update(head).update(bytes);
  const boundary = hash.digest('hex');
  const body = Buffer.concat([
    ...parts.flatMap(({ head, bytes }) => [
      Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; ${head}\r\n\r\n`, 'utf8'),
      bytes,
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ]);
  return { contentType: `multipart/form-data; boundary=${boundary}`, body };
}

const filename = ({ name }: FormPart) => (name === undefined ? '' : `; filename="${quoted(name)}"`);

/** As browsers escape names in a form. */
const quoted = (text: string) =>
  text.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22');
