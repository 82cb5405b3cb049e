import { randomUUID } from 'node:crypto';

import { decorateServiceException, type ServiceException } from '@smithy/core/client';
import { loadJsonRpcErrorCode } from '@smithy/core/protocols';
import {
  getRetryAfterHint,
  isServerError,
  isThrottlingError,
  isTransientError,
  StandardRetryStrategy,
} from '@smithy/core/retry';
import { SignatureV4 } from '@smithy/signature-v4';
import type {
  AwsCredentialIdentity,
  HttpRequest,
  RetryErrorType,
  SdkError,
  StandardRetryToken,
} from '@smithy/types';
import { awsAttempts } from '../time-limits.ts';
import { asTexts, type Connections, connectionsTo, type HttpAnswer } from './connections.ts';
import { credentialsFrom, endpointFrom, regionFrom } from './environment.ts';
import { serviceClock } from './service-clock.ts';
import { Sha256 } from './sha256.ts';
import { userAgent } from './user-agent.ts';

// The AWS SDK for JavaScript in parts: its signer, its retries and its errors, wired together here.
// Decision 3 gives the reasons.

/** A request or answer of AWS: JSON as it is on the wire. */
export type Json = Readonly<Record<string, unknown>>;

/** A service that uses the AWS JSON protocol. */
export interface AwsService {
  /** Its name in hosts and signatures. */
  readonly name: string;
  /** Its name in `AWS_ENDPOINT_URL_…`; the name in upper case by default. */
  readonly endpointVariable?: string;
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
  /** The most attempts of a call; three by default. */
  readonly tries?: number;
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
   * @throws the service's own error; a `SyntaxError` for an answer that is not JSON; the errors of
   * `Connections.post`. Each has `$metadata`: the number of attempts and other known facts.
   */
  call(operation: string, input: Json): Promise<Json>;
  /** Opens a connection before the first call. Never throws. */
  openEarly(): void;
  close(): void;
}

export function awsClient(service: AwsService, settings: AwsClientSettings): AwsClient {
  const { tries = awsAttempts, callTimeoutMs, retryDelayMs, credentials } = settings;
  const retries = new StandardRetryStrategy({
    maxAttempts: tries,
    ...(retryDelayMs !== undefined && { baseDelay: retryDelayMs }),
  });
  /** The token of every first attempt: the strategy makes a new one for each further attempt. */
  let firstToken: StandardRetryToken | undefined;
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
      const request = requestOf(there().outline, `${service.target}.${operation}`, input);
      firstToken ??= await retries.acquireInitialRetryToken(service.name);
      let token = firstToken;
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
  /** The parts that are the same in all requests of the client. */
  readonly outline: HttpRequest;
  readonly connections: Connections;
  readonly signer: SignatureV4;
}

function placeOf(
  { name, endpointVariable, contentType }: AwsService,
  { region = regionFrom(process.env), endpoint: named }: AwsClientSettings,
  credentials: () => Promise<AwsCredentialIdentity>,
): Place {
  const endpoint = named
    ? new URL(named)
    : endpointFrom(process.env, name, region, endpointVariable);
  return {
    outline: outlineOf(endpoint, contentType),
    connections: connectionsTo(endpoint),
    signer: new SignatureV4({ service: name, region, credentials, sha256: Sha256 }),
  };
}

function outlineOf(
  { protocol, hostname, host, port, pathname }: URL,
  contentType: string,
): HttpRequest {
  return {
    protocol,
    hostname,
    ...(port && { port: Number(port) }),
    method: 'POST',
    query: {},
    path: pathname.endsWith('/') ? pathname : `${pathname}/`,
    headers: { 'content-type': contentType, host, 'user-agent': userAgent() },
  };
}

function requestOf(outline: HttpRequest, target: string, input: Json): HttpRequest {
  const body = JSON.stringify(input);
  return {
    ...outline,
    headers: {
      ...outline.headers,
      'x-amz-target': target,
      'content-length': String(Buffer.byteLength(body)),
      'amz-sdk-invocation-id': randomUUID(),
    },
    body,
  };
}

/** Parses an answer. Throws the service's error for a refusal. */
function jsonOf(service: AwsService, answer: HttpAnswer, isTimeCorrected: boolean): Json {
  const { statusCode, body } = answer;
  const details = parsed(body);
  if (details && statusCode < 300) return details;
  const headers = asTexts(answer.headers);
  const requestId = headers['x-amzn-requestid'] ?? headers['x-amzn-request-id'];
  const $metadata = {
    httpStatusCode: statusCode,
    ...(requestId && { requestId }),
    // The SDK's retry strategy reads it.
    ...(isTimeCorrected && { clockSkewCorrected: true }),
  };
  if (!details) {
    // The message of JSON.parse quotes the answer, and an error may reach the log.
    const unreadable = new SyntaxError(`${service.name} answered ${statusCode} without JSON.`);
    throw withResponse(Object.assign(unreadable, { $metadata }), { statusCode, headers });
  }
  const code = loadJsonRpcErrorCode({ statusCode, headers }, details) ?? 'Unknown';
  const { message = details.Message } = details;
  const error = service.error(code, {
    message: typeof message === 'string' ? message : 'UnknownError',
    $fault: statusCode < 500 ? 'client' : 'server',
    $metadata,
  });
  decorateServiceException(error, service.details?.(details) ?? details);
  throw withResponse(error, { statusCode, headers });
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
const withResponse = (
  error: Error,
  response: { readonly statusCode: number; readonly headers: Readonly<Record<string, string>> },
): Error => Object.defineProperty(error, '$response', { value: response });

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
