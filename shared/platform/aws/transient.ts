import { SwitchError } from '../errors.ts';
import { isJson } from './aws-client.ts';

const transientErrors = new Set([
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'ThrottlingException',
  // For a single item in another transaction, and for a transaction that we repeat too soon.
  'TransactionConflictException',
  'TransactionInProgressException',
  'InternalServerError',
  'ServiceUnavailable',
  'TimeoutError',
  'ECONNRESET',
  'ECONNREFUSED',
]);

/**
 * Whether a call of AWS may succeed when it is made again: an error of the service, of its client or
 * of a socket, which is of Node.js's own making.
 */
function isTransient(error: unknown) {
  if (!isJson(error)) return false;
  const { name, code, $metadata: told } = error;
  if ([name, code].some((one) => typeof one === 'string' && transientErrors.has(one))) return true;
  return isJson(told) && Number(told.httpStatusCode ?? 0) >= 500;
}

/**
 * The error of a call of AWS as a request's refusal: one that may succeed later becomes
 * `temporarily_unavailable`, with which a client sends the request again. Any other stays.
 */
export function asRefusal(error: unknown): never {
  if (isTransient(error)) throw new SwitchError('temporarily_unavailable', {}, { cause: error });
  throw error;
}
