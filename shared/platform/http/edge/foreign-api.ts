import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { currentTime } from '../../clock.ts';
import { type Log, log as liveLog } from '../../log.ts';
import { addressSubject, callerAddress } from '../callers/caller-address.ts';
import { bytesOf } from '../request/body-encoding.ts';
import { headersOf } from '../request/request-headers.ts';
import type { RawResponse } from '../response/raw-response.ts';
import { requestIdOf, standardHeaders } from './switch-answer.ts';

/** A request as API Gateway got it, for an API whose rules are those of another company. */
export interface ForeignRequest {
  readonly method: string;
  /** The part of the path that the route's greedy parameter took, decoded. */
  readonly path: string;
  /** The query as it was sent, without its question mark. */
  readonly query: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  readonly now: Date;
  /** Milliseconds until this function is stopped. */
  remainingMs(): number;
}

interface ForeignApi<Services> {
  /** The function's name in the log. */
  readonly name: string;
  serve(request: ForeignRequest, services: Services): Promise<RawResponse>;
  /** The answer to a request that failed for a reason of ours. */
  readonly failed: RawResponse;
}

/**
 * A Lambda handler of a whole API, for routes that follow none of our own rules. Its log never
 * holds a path, a query or a body, because a caller may have put a card number there.
 */
export function foreignApi<Services>(
  { name, serve, failed }: ForeignApi<Services>,
  wire: () => Services,
  log: Log = liveLog,
) {
  let services: Services | undefined;
  return async (
    event: APIGatewayProxyEventV2,
    context: { getRemainingTimeInMillis(): number },
  ): Promise<APIGatewayProxyStructuredResultV2> => {
    const started = performance.now();
    const facts = {
      operation: name,
      requestId: requestIdOf(event),
      ...addressSubject(callerAddress(event.requestContext, event.headers)),
    };
    services ??= wire();
    const response = await serve(requestOf(event, context), services).catch((error: unknown) => {
      log.error('request failed', error, facts);
      return failed;
    });
    const ms = Math.round((performance.now() - started) * 10) / 10;
    log.info('request', { ...facts, status: response.status, ms });
    return {
      statusCode: response.status,
      headers: { ...standardHeaders(facts.requestId), ...response.headers },
      body: response.body,
    };
  };
}

const requestOf = (
  event: APIGatewayProxyEventV2,
  context: { getRemainingTimeInMillis(): number },
): ForeignRequest => ({
  method: event.requestContext.http.method,
  path: event.pathParameters?.path ?? '',
  query: event.rawQueryString,
  headers: headersOf(event),
  body: bytesOf(event),
  now: currentTime(),
  remainingMs: () => context.getRemainingTimeInMillis(),
});
