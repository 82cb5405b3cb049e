import { isUtf8 } from 'node:buffer';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';

type BodyEvent = Pick<APIGatewayProxyEventV2, 'body' | 'headers' | 'isBase64Encoded'>;

/** The body's bytes. API Gateway encodes bodies that it does not take for text as Base64. */
export const bytesOf = ({ body = '', isBase64Encoded }: BodyEvent): Buffer =>
  Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8');

/**
 * How a body is compressed, by its `content-encoding`, such as `gzip`; undefined for a body as it
 * is. The name is safe to show.
 */
export function compressionOf(event: BodyEvent): string | undefined {
  const encodings = headerOf(event, 'content-encoding')
    .split(',')
    .map((encoding) => encoding.trim().toLowerCase())
    .filter((encoding) => encoding !== '' && encoding !== 'identity');
  return event.body && encodings.length > 0 ? shown(encodings.join(', ')) : undefined;
}

/**
 * Why the body is no JSON text in UTF-8, the only charset of JSON between systems (RFC 8259 section
 * 8.1); undefined when it is. Letters of another charset would be stored as question marks.
 */
export function charsetProblem(event: BodyEvent): string | undefined {
  const charset = charsetOf(headerOf(event, 'content-type'));
  const bytes = bytesOf(event);
  const isForeign = charset !== undefined && !/^(utf-?8|us-ascii)$/.test(charset);
  // In ASCII all usual charsets are the same, so a wrong name does no harm.
  if (isForeign && !isAscii(bytes)) return `charset ${shown(charset)}, expected UTF-8`;
  return isUtf8(bytes) && !isReplaced(event, bytes) ? undefined : 'invalid unicode code point';
}

/** Whether every byte is a character of ASCII; a zero byte belongs to UTF-16 or UTF-32. */
const isAscii = (bytes: Buffer) => bytes.every((byte) => byte > 0 && byte < 0x80);

/**
 * Whether API Gateway replaced bytes that are no UTF-8 when it made a text of the body: then the
 * text has replacement characters, and another length than the body that was sent.
 */
const isReplaced = (event: BodyEvent, bytes: Buffer) => {
  const sent = headerOf(event, 'content-length');
  return !event.isBase64Encoded && event.body?.includes('\ufffd') && sent !== ''
    ? Number(sent) !== bytes.length
    : false;
};

const charsetOf = (contentType: string) =>
  /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType)?.[1]?.toLowerCase();

const headerOf = ({ headers }: BodyEvent, wanted: string): string =>
  Object.entries(headers).find(([name]) => name.toLowerCase() === wanted)?.[1] ?? '';

const shown = (name: string) => name.replace(/[^a-z0-9., _+-]/g, '').slice(0, 64);
