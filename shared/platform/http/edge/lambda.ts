import middy from '@middy/core';
import type { Context } from 'aws-lambda';
import type { LogFields } from '../../log.ts';
import { addSubject, clearNamedSubject } from '../../log-subject.ts';
import { addressSubject } from '../callers/caller-address.ts';
import type { ImplementedRoute } from '../operation/implement.ts';
import type { Route } from '../operation/route.ts';
import { headersOf } from '../request/request-headers.ts';
import { isRawResponse, resultOf } from '../response/raw-response.ts';
import type { EdgePolicy, EdgeServices, HttpEvent, HttpResult, Incoming } from './edge-policy.ts';

/**
 * The Lambda handler of one operation: the edge of all services, with the policy of one.
 *
 * @param wire makes the services of the operation, and `wireEdge` those of the edge: at the first
 *   request of a container, once each
 */
export function lambdaOver<O extends Route, Services, Loaded, Edge extends EdgeServices>(
  policy: EdgePolicy<O, Edge>,
  implemented: ImplementedRoute<O, Services, Loaded>,
  wire: () => Services,
  wireEdge: () => Edge,
) {
  const { operation, errorPage } = implemented;
  let services: Services;
  let edge: Edge | undefined;
  let cold: true | undefined = true;
  const ready = () => {
    services ??= wire();
    return services;
  };

  function arrive(event: HttpEvent): Incoming<O, Edge> {
    edge ??= wireEdge();
    const requestId = policy.requestId(event);
    const headers = headersOf(event);
    const { pathParameters: params = {}, queryStringParameters: query = {}, body } = event;
    return {
      operation,
      event,
      edge,
      headers,
      requestId,
      facts: { operation: operation.name, requestId },
      sourceIp: policy.address(event, headers),
      started: performance.now(),
      sent: { params, query, body },
      parsed: {},
      admitted: {},
      perform: (_, run) => run(),
      precheck: implemented.precheck,
      // The schemas of the operation parsed every member into its type.
      load: implemented.load && ((early) => implemented.load?.(early as never, ready())),
    };
  }

  async function answer(incoming: Incoming<O, Edge>, context: Context): Promise<HttpResult> {
    for (const check of policy.checks) await check(incoming);
    const { admitted, edge, event, headers, parsed, requestId, sourceIp } = incoming;
    let now: Date | undefined;
    const request = {
      ...parsed,
      headers,
      requestId,
      sourceIp,
      invocationId: event.requestContext.requestId,
      ...admitted,
      // When the operation first asks: by then the table has answered, which sets a wrong clock right.
      get now() {
        now ??= edge.clock();
        return now;
      },
      remainingMs: () => context.getRemainingTimeInMillis(),
    };
    return incoming.perform(request, async (loaded) => {
      // The schemas and the check of the caller gave every member the type that the operation states.
      const response = await implemented.run(request as never, ready(), loaded as Loaded);
      if (isRawResponse(response)) return resultOf(response);
      addSubject(policy.subjectOf?.(response) ?? {});
      const { status: statusCode = 200 } = operation;
      return { statusCode, headers: {}, body: JSON.stringify(response) };
    });
  }

  function refuse(error: unknown, incoming: Incoming<O, Edge>): HttpResult {
    const response = policy.refuse(error, incoming, errorPage);
    const { statusCode = 500 } = response;
    if (statusCode >= 500 && statusCode !== 501) {
      incoming.edge.log.error('request failed', error, incoming.facts);
    }
    return response;
  }

  /** Logs a request, and adds the headers of every answer to its own. */
  function answered(
    incoming: Incoming<O, Edge>,
    response: HttpResult,
    facts?: LogFields,
  ): HttpResult {
    const { statusCode: status } = response;
    if (status === 404) clearNamedSubject();
    // Known already, unless the request was refused before its policy added it.
    addSubject(addressSubject(incoming.sourceIp));
    incoming.edge.log.info('request', { ...incoming.facts, status, ...facts });
    return policy.complete(response, incoming);
  }

  const handler = middy<Incoming<O, Edge>, HttpResult>({
    // An answer of our own shortly before the time limit would leave our work running in a
    // container that serves other requests next. At the limit Lambda stops the function, and syncs
    // continue from its last save.
    timeoutEarlyInMillis: 0,
  })
    .handler(async (incoming, context) => {
      const response = await answer(incoming, context).catch((error: unknown) =>
        refuse(error, incoming),
      );
      const ms = Math.round((performance.now() - incoming.started) * 10) / 10;
      const facts = policy.logsColdStarts ? { ms, cold } : { ms };
      cold = undefined;
      return answered(incoming, response, facts);
    })
    .onError((request) => {
      request.response = answered(request.event, refuse(request.error, request.event));
    });
  for (const check of policy.early) handler.before(({ event }) => check(event));

  return async (event: HttpEvent, context: Context): Promise<HttpResult> => {
    const incoming = arrive(event);
    return policy.within(incoming, () => handler(incoming, context));
  };
}
