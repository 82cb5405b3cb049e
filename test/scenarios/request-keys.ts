import type { Auth } from '#platform/http/operation/operation.ts';
import { operations, sandboxOperations } from '../../shared/operations.ts';
import { type Ask, adminKey, type Merchant } from '../support/switch/switch-in-memory.ts';

/** The operation of this name; throws when there is none. */
export function operationNamed(name: string) {
  const found = [...operations, ...sandboxOperations].find((one) => one.name === name);
  if (!found) throw new Error(`There is no operation ${name}.`);
  return found;
}

/** The key by which a scenario asks the sandbox processor. */
export const keyOfProcessor = 'key of a processor';

const keyFor: Readonly<Record<Auth, (merchant: Merchant) => string | undefined>> = {
  none: () => undefined,
  'admin key': () => adminKey,
  'merchant of the path': ({ key }) => key,
  'secret key': ({ key }) => key,
  'secret key or client secret': ({ key }) => key,
  'client secret': ({ publishableKey }) => publishableKey,
  'publishable key': ({ publishableKey }) => publishableKey,
  'secret key or ephemeral key': ({ key }) => key,
  'secret key, client secret or ephemeral key': ({ key }) => key,
  'processor key': () => keyOfProcessor,
};

/** The request with the key for its operation, unless it has one. */
export const withKey = (name: string, merchant: Merchant, request: Ask = {}): Ask => ({
  key: keyFor[operationNamed(name).auth](merchant),
  ...request,
});

/** The request of a browser that opens this address. */
export function askedAt(name: string, address: string): Pick<Ask, 'params' | 'query'> {
  const { path } = operationNamed(name);
  const { pathname, searchParams } = new URL(address);
  const pattern = path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)');
  const match = new RegExp(`${pattern}$`).exec(pathname);
  if (!match) throw new Error(`${name} is not at ${address}.`);
  return { params: { ...match.groups }, query: Object.fromEntries(searchParams) };
}
