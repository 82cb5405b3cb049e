const mark: unique symbol = Symbol('raw response');

/**
 * An answer that is not JSON of the operation's schema: a page, a redirect, an error of another
 * form.
 */
export interface RawResponse {
  readonly [mark]: true;
  readonly status: number;
  /** Names in lower case; `content-type` is JSON where it is not given. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Whether `body` is Base64 of bytes that are no text. */
  readonly isBase64?: boolean;
}

export const rawResponse = (response: Omit<RawResponse, typeof mark>): RawResponse => ({
  ...response,
  [mark]: true,
});

/** True only for values of `rawResponse`: a JSON answer may have members of the same names. */
export const isRawResponse = (response: unknown): response is RawResponse =>
  typeof response === 'object' && response !== null && mark in response;

export const jsonResponse = (status: number, body: unknown): RawResponse =>
  rawResponse({
    status,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

export const textResponse = (body: string): RawResponse =>
  rawResponse({ status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' }, body });

/** Redirects a browser with GET, to a URL that was validated when the switch received it. */
export const redirect = (location: string): RawResponse =>
  rawResponse({
    status: 302,
    headers: { location, 'cache-control': 'no-store', 'content-type': 'text/plain; charset=utf-8' },
    body: '',
  });

/** A raw response in the form that API Gateway takes. */
export const resultOf = ({ status: statusCode, headers, body, isBase64 }: RawResponse) => ({
  statusCode,
  headers,
  body,
  ...(isBase64 && { isBase64Encoded: true }),
});
