import { writeSync } from 'node:fs';
import { createRequire } from 'node:module';
import * as v from 'valibot';
import type { ApiRequest } from './measured-operations.ts';

/** A bundle loaded in this process, as Lambda keeps it between requests. */
export interface Container {
  /**
   * Makes the event, which the measurement leaves out, and returns the function that calls the
   * handler with it.
   */
  prepare(request: ApiRequest): () => Promise<unknown>;
  /** Sends one request and resolves with the response body. Rejects unless the status is 200. */
  answer(request: ApiRequest): Promise<unknown>;
}

type Handler = (event: unknown, context: unknown) => Promise<unknown>;

const require = createRequire(import.meta.url);

/**
 * Loads the bundle anew. All containers share the process's environment, so each request sets this
 * container's variables when it is prepared. A prepared request must be sent before another
 * container's turn.
 */
export function startContainer(file: string, environment: Record<string, string>): Container {
  Object.assign(process.env, environment);
  delete require.cache[file];
  const loaded: unknown = require(file);
  const handler: unknown =
    typeof loaded === 'object' && loaded !== null && Reflect.get(loaded, 'handler');
  if (!isHandler(handler)) throw new Error(`${file} exports no handler.`);

  const container: Container = {
    prepare(request) {
      Object.assign(process.env, environment);
      const event = eventOf(request);
      return () => handler(event, context);
    },
    answer: async (request) => bodyOf(await container.prepare(request)()),
  };
  return container;
}

const isHandler = (value: unknown): value is Handler => typeof value === 'function';

const Answer = v.object({
  statusCode: v.number(),
  headers: v.optional(v.record(v.string(), v.unknown()), {}),
  body: v.string(),
});

/** The body of a 200: the text of a page, or the parsed JSON. Throws for any other status. */
export function bodyOf(answer: unknown): unknown {
  const { statusCode, headers, body } = v.parse(Answer, answer);
  if (statusCode !== 200) throw new Error(`Answered with ${statusCode}: ${body}`);
  return String(headers['content-type']).startsWith('text/html') ? body : JSON.parse(body);
}

const context = {
  awsRequestId: '00000000-0000-4000-8000-000000000000',
  callbackWaitsForEmptyEventLoop: true,
  functionName: 'bench',
  getRemainingTimeInMillis: () => 28_000,
};

/** The event that API Gateway sends for a request. */
function eventOf(request: ApiRequest) {
  const { method, params, query, headers, apiKey, sourceIp = '127.0.0.1', body } = request;
  return {
    version: '2.0',
    headers: {
      ...(apiKey !== undefined && { 'api-key': apiKey }),
      'content-type': 'application/json',
      'user-agent': 'bench',
      ...headers,
    },
    ...(params && { pathParameters: params }),
    ...(query && { queryStringParameters: query }),
    requestContext: {
      http: { method, path: '/', protocol: 'HTTP/1.1', sourceIp },
      requestId: 'bench-request',
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    isBase64Encoded: false,
  };
}

/**
 * Runs a function while its log output is discarded after the usual write, and counts the bytes.
 */
export async function withoutLogging<T>(nowhere: number, run: () => Promise<T>) {
  const write = process.stdout.write;
  let bytes = 0;
  process.stdout.write = (line: string | Uint8Array) => {
    bytes += typeof line === 'string' ? writeSync(nowhere, line) : writeSync(nowhere, line);
    return true;
  };
  try {
    return { result: await run(), bytes };
  } finally {
    process.stdout.write = write;
  }
}
