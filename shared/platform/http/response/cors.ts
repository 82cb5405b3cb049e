import type { Operation } from '../operation/operation.ts';

type Headers = Readonly<Record<string, string>>;

/**
 * An answer's headers, and those by which pages of every origin may read all of it. The headers
 * that they may read are named, because older browsers take `*` for a name.
 */
export const readableByPages = <H extends Readonly<Record<string, string | number | boolean>>>(
  headers: H,
) => ({
  ...headers,
  'access-control-allow-origin': '*',
  'access-control-expose-headers': Object.keys(headers).join(', '),
});

/** Whether a browser asks if a page may send a request, as the Fetch standard defines it. */
export const isPreflight = (method: string, headers: Headers): boolean =>
  method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;

/**
 * Whether no page may send a request to an operation. Operators' keys belong on no page, and a
 * laptop's is known to every site that its developer opens.
 */
export const isClosedToPages = ({ auth }: Pick<Operation, 'auth'>): boolean =>
  auth === 'admin key' || auth === 'merchant of the path';

/** Headers that let a browser send a request that a page asked for, for the next two hours. */
export const preflightHeaders = (headers: Headers): Headers => {
  const names = requestedNames(headers['access-control-request-headers']);
  return {
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
    // `*` would not allow `Authorization`. Monitoring adds headers that no list knows.
    ...(names.length > 0 && { 'access-control-allow-headers': names.join(', ') }),
    'access-control-max-age': '7200',
    vary: 'access-control-request-headers',
  };
};

/**
 * The most characters of names that are allowed at once. API Gateway takes 10 KB of headers, names
 * and values, so no request with more of them would arrive.
 */
const mostCharacters = 4_096;

/** The names of headers that a browser asks for, without what is no name (RFC 9110, token). */
function requestedNames(asked = ''): readonly string[] {
  const names = new Set(
    asked
      .toLowerCase()
      .split(',')
      .map((name) => name.trim())
      .filter((name) => /^[\w!#$%&'*+.^`|~-]+$/.test(name)),
  );
  let characters = 0;
  return [...names].filter((name) => {
    if (characters + name.length > mostCharacters) return false;
    characters += name.length;
    return true;
  });
}
