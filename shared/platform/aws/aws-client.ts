import { randomUUID } from 'node:crypto';
import { SignatureV4 } from '@smithy/signature-v4';
import type {
  AwsCredentialIdentity,
  HttpRequest,
  SdkError,
  StandardRetryToken,
} from '@smithy/types';
import { type Clock, clock as processClock } from '../clock.ts';
import { awsAttempts } from '../time-limits.ts';
import { asTexts, type Connections, connectionsTo, type HttpAnswer } from './connections.ts';
import { credentialsFrom, endpointFrom, regionFrom } from './environment.ts';
import { errorOfRefusal, type Retries, retriesOf } from './failed-calls.ts';
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
  /** Headers that all its requests have too. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Headers of one call. */
  headersOfCall?(): Readonly<Record<string, string>> | undefined;
  /** The error's other members, in the types of the error class: bytes are Base64 on the wire. */
  details?(told: Json): Json;
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
  /** The clock of the process by default. */
  readonly clock?: Clock;
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
  const clock = settings.clock ?? processClock;
  /** Made by the first failure. */
  let retries: Promise<Retries> | undefined;
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
    const moment = clock.moment();
    const { path, headers, body } = await signer.sign(request, { signingDate: moment.date });
    const answer = await connections.post({ path, headers, body }, callTimeoutMs);
    const isTimeCorrected = moment.learn(answer.headers);
    return jsonOf(service, answer, isTimeCorrected);
  }

  return {
    async call(operation, input) {
      const request = requestOf(there().outline, `${service.target}.${operation}`, input);
      Object.assign(request.headers, service.headersOfCall?.());
      let token: StandardRetryToken | undefined;
      for (let attempt = 1; ; attempt++) {
        request.headers['amz-sdk-request'] = `attempt=${attempt}; max=${tries}`;
        try {
          const answer = await once(request);
          if (retries) (await retries).recordSuccess(token);
          return answer;
        } catch (error) {
          if (!isSdkError(error)) throw error;
          try {
            retries ??= retriesOf(service.name, tries, retryDelayMs);
            token = await (await retries).afterFailure(error, token);
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
  { name, endpointVariable, contentType, headers }: AwsService,
  { region = regionFrom(process.env), endpoint: named }: AwsClientSettings,
  credentials: () => Promise<AwsCredentialIdentity>,
): Place {
  const endpoint = named
    ? new URL(named)
    : endpointFrom(process.env, name, region, endpointVariable);
  return {
    outline: outlineOf(endpoint, { 'content-type': contentType, ...headers }),
    connections: connectionsTo(endpoint),
    signer: new SignatureV4({ service: name, region, credentials, sha256: Sha256 }),
  };
}

function outlineOf(
  { protocol, hostname, host, port, pathname }: URL,
  headers: Readonly<Record<string, string>>,
): HttpRequest {
  return {
    protocol,
    hostname,
    ...(port && { port: Number(port) }),
    method: 'POST',
    query: {},
    path: pathname.endsWith('/') ? pathname : `${pathname}/`,
    headers: { ...headers, host, 'user-agent': userAgent() },
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
  const refusal = { statusCode, headers: asTexts(answer.headers), details, isTimeCorrected };
  throw errorOfRefusal(service.name, refusal, (told) => service.details?.(told) ?? told);
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

/** Includes socket errors, which Node.js creates. */
const isSdkError = (error: unknown): error is SdkError =>
  typeof error === 'object' && error !== null && 'name' in error && 'message' in error;
