import { AsyncLocalStorage } from 'node:async_hooks';

const current = new AsyncLocalStorage<string | undefined>();

/**
 * Does work whose answer may follow the `Accept-Language` of a request; undefined is none, also
 * within another request.
 */
export const withRequestLanguage = <Result>(
  acceptLanguage: string | undefined,
  work: () => Result,
): Result => current.run(acceptLanguage, work);

/** The `Accept-Language` of the request that is answered; undefined without one. */
export const requestLanguage = (): string | undefined => current.getStore();
