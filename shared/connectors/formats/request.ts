import type { HttpRequest } from '#platform/http/egress/http-message.ts';
import type { ConnectorAccess, Credentials } from '../interface/exchange.ts';

/**
 * The credentials of an account in one of the forms that the processor takes. Throws for another
 * form.
 */
export function credentialsOf<Form extends Credentials['auth_type']>(
  processor: string,
  { credentials }: Pick<ConnectorAccess, 'credentials'>,
  ...forms: readonly Form[]
): Extract<Credentials, { readonly auth_type: Form }> {
  if (isOf(credentials, forms)) return credentials;
  throw new Error(`${processor} takes ${forms.join(' or ')}.`);
}

const isOf = <Form extends Credentials['auth_type']>(
  credentials: Credentials,
  forms: readonly Form[],
): credentials is Extract<Credentials, { readonly auth_type: Form }> =>
  forms.some((form) => form === credentials.auth_type);

/** A request with these headers and a JSON body, where there is one. */
export const jsonRequest = (
  method: HttpRequest['method'],
  url: string,
  headers: Readonly<Record<string, string>>,
  body?: object,
): HttpRequest => ({ method, url, headers, ...(body && { body: JSON.stringify(body) }) });

/** The `authorization` of a user with a password, as RFC 7617 writes it. */
export const basic = (user: string, password: string): string =>
  `Basic ${inBase64(`${user}:${password}`)}`;

export const inBase64 = (text: string): string => Buffer.from(text, 'utf8').toString('base64');

/** A header with the key of a change, which the processor makes once however often it is sent. */
export const keyHeader = (
  name: string,
  key: string | undefined,
): Readonly<Record<string, string>> => (key === undefined ? {} : { [name]: key });

/** A processor's id that a request needs. Throws where it is not known. */
export function known(id: string | undefined, what: string): string {
  if (id === undefined) throw new Error(`${what} is not known.`);
  return id;
}

/** The path of an object by its id, and of a part of it. Throws where the id is not known. */
export const pathTo = (
  kind: string,
  id: string | undefined,
  what: string,
  rest: readonly string[],
): string => [kind, encodeURIComponent(known(id, what)), ...rest].join('/');
