import { randomUUID } from 'node:crypto';

import { decorateServiceException, type ServiceException } from '@smithy/core/client';
import { HttpRequest, loadJsonRpcErrorCode } from '@smithy/core/protocols';
import {
  getRetryAfterHint,
  isServerError,
  isThrottlingError,
  isTransientError,
  StandardRetryStrategy,
} from '@smithy/core/retry';
import { SignatureV4 } from '@smithy/signature-v4';
import type { AwsCredentialIdentity, RetryErrorType, SdkError } from '@smithy/types';
import { type Connections, connectionsTo, type HttpAnswer } from './connections.ts';
import { credentialsFrom, endpointFrom, regionFrom } from './environment.ts';
import { serviceClock } from './service-clock.ts';
import { Sha256 } from './sha256.ts';
import { userAgent } from './user-agent.ts';

// The AWS SDK for JavaScript in parts: its signer, its retries and its errors, wired together here.
// Decision 3 says why.

/** A request or answer of AWS: JSON as it is on the wire. */
export type Json = Readonly<Record<string, unknown>>;

/** A service that uses the AWS JSON protocol. */
export interface AwsService {
  /** Its name in hosts and signatures, and in upper case in `AWS_ENDPOINT_URL_…`. */
  readonly name: string;
  /** The prefix of its operations in `x-amz-target`. */
  readonly target: string;
  readonly contentType: string;
  /** The error for a code, such as `ThrottlingException`. */
  error(code: string, told: ErrorMetadata): ServiceException;
  /** The error's other members, in the types of the error class: bytes are Base64 on the wire. */
  details?(told: Json): Json;
}

interface ErrorMetadata {
  readonly message: string;
  readonly $fault: 'client' | 'server';
  readonly $metadata: ServiceException['$metadata'];
}

export interface AwsClientSettings {
  /** The most attempts of a call. */
  readonly tries: number;
  /** Timeout of one attempt, in ms. */
  readonly callTimeoutMs: number;
  /** The longest pause before the second attempt, in ms; it doubles with each further one. */
  readonly retryDelayMs?: number;
  /** The environment's values by default, read when they are first needed. */
  readonly region?: string;
  readonly endpoint?: string;
  readonly credentials?: AwsCredentialIdentity | (() => Promise<AwsCredentialIdentity>);
}

export interface AwsClient {
  /**
   * Resolves to the service's answer.
   *
   * @throws the service's own error; a `SyntaxError` for an answer that is not JSON; what
   * `Connections.post` throws. Each has `$metadata`: the number of attempts and other known facts.
   */
  call(operation: string, input: Json): Promise<Json>;
  /** Opens a connection before the first call. Never throws. */
  openEarly(): void;
  close(): void;
}

export function awsClient(service: AwsService, settings: AwsClientSettings): AwsClient {
  const { tries, callTimeoutMs, retryDelayMs, credentials } = settings;
  const retries = new StandardRetryStrategy({
    maxAttempts: tries,
    ...(retryDelayMs !== undefined && { baseDelay: retryDelayMs }),
  });
  const clock = serviceClock();
  const credentialsOnce = async () =>
    typeof credentials === 'function'
      ? credentials()
      : (credentials ?? credentialsFrom(process.env));

  let place: Place | undefined;
  const there = () => {
    place ??= placeOf(service, settings, credentialsOnce);
    return place;
  };

  async function once(request: HttpRequest): Promise<Json> {
    const { connections, signer } = there();
    const moment = clock();
    const { path, headers, body } = await signer.sign(request, { signingDate: moment.date });
    const answer = await connections.post({ path, headers, body }, callTimeoutMs);
    const isTimeCorrected = moment.learn(answer.headers);
    return jsonOf(service, answer, isTimeCorrected);
  }

  return {
    async call(operation, input) {
      const request = requestOf(service, there().endpoint, operation, input);
      let token = await retries.acquireInitialRetryToken(service.name);
      for (let attempt = 1; ; attempt++) {
        request.headers['amz-sdk-request'] = `attempt=${attempt}; max=${tries}`;
        try {
          const answer = await once(request);
          retries.recordSuccess(token);
          return answer;
        } catch (error) {
          if (!isSdkError(error)) throw error;
          try {
            token = await retries.refreshRetryTokenForRetry(token, {
              error,
              errorType: kindOf(error),
              ...retryAfter(error),
            });
          } catch {
            error.$metadata = { ...error.$metadata, attempts: attempt };
            throw error;
          }
        }
      }
    },

    openEarly() {
      try {
        there().connections.openEarly();
      } catch {
        // The first call reports a missing setting.
      }
    },

    close: () => place?.connections.close(),
  };
}

/** The endpoint and Region of a client's calls, determined by its first call. */
interface Place {
  readonly endpoint: URL;
  readonly connections: Connections;
  readonly signer: SignatureV4;
}

function placeOf(
  { name }: AwsService,
  { region = regionFrom(process.env), endpoint: named }: AwsClientSettings,
  credentials: () => Promise<AwsCredentialIdentity>,
): Place {
  const endpoint = named ? new URL(named) : endpointFrom(process.env, name, region);
  return {
    endpoint,
    connections: connectionsTo(endpoint),
    signer: new SignatureV4({ service: name, region, credentials, sha256: Sha256 }),
  };
}

function requestOf(
  { target, contentType }: AwsService,
  { protocol, hostname, host, port, pathname }: URL,
  operation: string,
  input: Json,
): HttpRequest {
  const body = JSON.stringify(input);
  return new HttpRequest({
    protocol,
    hostname,
    ...(port && { port: Number(port) }),
    method: 'POST',
    path: pathname.endsWith('/') ? pathname : `${pathname}/`,
    headers: {
      'content-type': contentType,
      'x-amz-target': `${target}.${operation}`,
      host,
      'content-length': String(Buffer.byteLength(body)),
      'user-agent': userAgent(),
      'amz-sdk-invocation-id': randomUUID(),
    },
    body,
  });
}

/** Parses an answer. Throws the service's error for a refusal. */
function jsonOf(service: AwsService, answer: HttpAnswer, isTimeCorrected: boolean): Json {
  const { statusCode, headers, body } = answer;
  const requestId = headers['x-amzn-requestid'] ?? headers['x-amzn-request-id'];
  const $metadata = {
    httpStatusCode: statusCode,
    ...(requestId && { requestId }),
    // The SDK's retry strategy reads it.
    ...(isTimeCorrected && { clockSkewCorrected: true }),
  };
  const details = parsed(body);
  if (!details) {
    // The message of JSON.parse quotes the answer, and an error may reach the log.
    const unreadable = new SyntaxError(`${service.name} answered ${statusCode} without JSON.`);
    throw withResponse(Object.assign(unreadable, { $metadata }), answer);
  }
  if (statusCode < 300) return details;
  const code = loadJsonRpcErrorCode({ statusCode, headers }, details) ?? 'Unknown';
  const { message = details.Message } = details;
  const error = service.error(code, {
    message: typeof message === 'string' ? message : 'UnknownError',
    $fault: statusCode < 500 ? 'client' : 'server',
    $metadata,
  });
  decorateServiceException(error, service.details?.(details) ?? details);
  throw withResponse(error, answer);
}

/** Undefined unless it is a JSON object. An empty answer is an empty object. */
function parsed(body: string): Json | undefined {
  if (body === '') return {};
  try {
    const value: unknown = JSON.parse(body);
    return isJson(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Hidden as in the SDK, which reads the header with the retry time there. */
const withResponse = (error: Error, { statusCode, headers }: HttpAnswer): Error =>
  Object.defineProperty(error, '$response', { value: { statusCode, headers } });

/** Includes socket errors, which Node.js creates. */
const isSdkError = (error: unknown): error is SdkError =>
  typeof error === 'object' && error !== null && 'name' in error && 'message' in error;

function kindOf(error: SdkError): RetryErrorType {
  if (isThrottlingError(error)) return 'THROTTLING';
  if (isTransientError(error)) return 'TRANSIENT';
  return isServerError(error) ? 'SERVER_ERROR' : 'CLIENT_ERROR';
}

function retryAfter(error: SdkError) {
  const retryAfterHint = getRetryAfterHint(error.$response);
  return retryAfterHint && { retryAfterHint };
}
