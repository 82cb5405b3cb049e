import { zlib } from '../../zlib.ts';

/** Shorter answers stay as they are: they travel in one packet either way. */
const leastPacked = 1_000;

interface Answer {
  readonly headers: Readonly<Record<string, string | number | boolean>>;
  readonly body?: string;
  readonly isBase64Encoded?: boolean;
}

/**
 * The answer in gzip, where the request takes it so, as API Gateway's payload format 2.0 has bytes:
 * in Base64. Answers that are bytes already stay as they are.
 *
 * An answer with a secret needs a key in a header, or its secret address. A browser sends neither by
 * itself, as it sends cookies, so no other page can have a secret packed beside texts of its own and
 * learn it from lengths (BREACH).
 *
 * @param accepted the request's `Accept-Encoding`
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html
 */
export function packed<A extends Answer>(accepted: string | undefined, answer: A): A {
  const { headers, body = '', isBase64Encoded } = answer;
  if (isBase64Encoded || body.length < leastPacked) return answer;
  const vary = headers.vary ? `${headers.vary}, accept-encoding` : 'accept-encoding';
  const bytes = takesGzip(accepted) ? zlib.gzipSync(body).toString('base64') : body;
  // A text that gzip makes no shorter could exceed what Lambda returns.
  const isPacked = bytes.length < body.length;
  return {
    ...answer,
    headers: { ...headers, vary, ...(isPacked && { 'content-encoding': 'gzip' }) },
    ...(isPacked && { body: bytes, isBase64Encoded: true }),
  };
}

/**
 * Whether a client takes gzip, and prefers no answer as it is. A preference that RFC 9110 does not
 * allow counts as absent, and so do codings that are not made here.
 *
 * @param accepted its `Accept-Encoding`
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-12.5.3
 */
export function takesGzip(accepted = ''): boolean {
  const weights = Object.fromEntries(
    Array.from(accepted.toLowerCase().matchAll(preference), ([, coding, weight = 1]) => [
      coding,
      Number(weight),
    ]),
  );
  const { '*': others = 0, gzip = others, identity = others } = weights;
  return gzip > 0 && gzip >= identity;
}

/** `x-gzip` is gzip by another name. */
const preference =
  /(?:^|,)[ \t]*(?:x-(?=g))?(gzip|identity|\*)[ \t]*(?:;[ \t]*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)[ \t]*)?(?![^,])/g;
