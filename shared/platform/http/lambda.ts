import middy from '@middy/core';
import jsonBodyParser from '@middy/http-json-body-parser';
import type {
  APIGatewayProxyEventV2,
  APIGatewayProxyStructuredResultV2,
  Context,
} from 'aws-lambda';
import { currentTime } from '../clock.ts';
import { type LogFields, log } from '../log.ts';
import { clearNamedSubject, withSubject } from '../log-subject.ts';
import { metric } from '../metrics.ts';
import { environment } from '../stage.ts';
import { liveTable } from '../table/table.ts';
import { traceRequest } from '../traces/trace.ts';
import { answerRequest, type Edge } from './answer-request.ts';
import { type AdminKey, authenticator, type CallersMerchant, noAdminKey } from './authenticate.ts';
import { addressSubject, callerAddress } from './caller-address.ts';
import { packed } from './content-coding.ts';
import { readableByPages } from './cors.ts';
import { errorResponse } from './error-response.ts';
import type { Implemented } from './implement.ts';
import { withLatency } from './latency.ts';
import { rateLimits } from './merchant-rate.ts';
import type { Operation } from './operation.ts';
import { checkBodyText, isBodyOmitted, parserError, takesJson } from './request-body.ts';
import { headersOf } from './request-headers.ts';
import { requestIdOf, standardHeaders } from './request-id.ts';

/** Operations that an operator may call get the key that operators share; the others never see it. */
type Admin<O extends Operation> = O['auth'] extends 'admin key' | 'merchant of the path'
  ? [admin: () => AdminKey]
  : [];

/**
 * Makes the Lambda handlers of operations, with everything that all routes share.
 *
 * @param merchants looks up whom a caller acts for
 */
export const lambdaFor =
  (merchants: CallersMerchant) =>
  <O extends Operation, Services, Loaded>(
    implemented: Implemented<O, Services, Loaded>,
    wire: () => Services,
    ...[admin]: Admin<O>
  ) => {
    let services: Services | undefined;
    let edge: Edge | undefined;
    return lambdaOver(
      implemented,
      () => {
        services ??= wire();
        return services;
      },
      () => {
        edge ??= {
          authenticator: authenticator(
            liveTable,
            admin?.() ?? noAdminKey,
            environment(),
            merchants,
          ),
          table: liveTable,
          log,
          metric,
          clock: currentTime,
          ...(process.env.MERCHANT_RATE && rateLimits(liveTable, process.env.MERCHANT_RATE, log)),
        };
        return edge;
      },
    );
  };

/** The same with injected services, for tests. */
export function lambdaOver<O extends Operation, Services, Loaded>(
  implemented: Implemented<O, Services, Loaded>,
  services: () => Services,
  edge: () => Edge,
) {
  const { operation, errorPage } = implemented;
  let cold: true | undefined = true;
  /** Logs a request, and adds the headers of every answer to its own. */
  const answered = (
    event: APIGatewayProxyEventV2,
    response: APIGatewayProxyStructuredResultV2,
    facts?: LogFields,
  ) => {
    edge().log.info('request', {
      operation: operation.name,
      requestId: requestIdOf(event),
      status: response.statusCode,
      ...facts,
    });
    return withStandardHeaders(event, response);
  };
  const handler = middy<APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2>({
    // An answer of our own shortly before the time limit would leave our work running in a
    // container that serves other requests next. At the limit Lambda stops the function, and syncs
    // continue from its last save.
    timeoutEarlyInMillis: 0,
  })
    .before(({ event }) => checkBodyText(operation, event))
    .handler(async (event, context) => {
      const started = performance.now();
      const response = await withLatency(operation, event.headers, () =>
        answerRequest(implemented, services, edge(), event, context).catch((error: unknown) =>
          errorResponse(error, edge(), operation, event, errorPage),
        ),
      );
      if (response.statusCode === 404) clearNamedSubject();
      const facts = { ms: Math.round((performance.now() - started) * 10) / 10, cold };
      cold = undefined;
      return answered(event, response, facts);
    })
    .onError((request) => {
      const { event, error } = request;
      const response = errorResponse(parserError(error), edge(), operation, event, errorPage);
      request.response = answered(event, response);
    });
  if (takesJson(operation)) {
    const parseJson = jsonBodyParser<APIGatewayProxyEventV2>().before;
    handler.before((request) => {
      if (!isBodyOmitted(operation, request.event)) return parseJson?.(request);
      // The operation has no body: any content type is ignored.
      delete request.event.body;
      return undefined;
    });
  }
  return (event: APIGatewayProxyEventV2, context: Context) =>
    withSubject(addressSubject(callerAddress(event.requestContext, headersOf(event))), () =>
      traceRequest(operation.name, event.headers, () => handler(event, context)),
    );
}

function withStandardHeaders(
  event: APIGatewayProxyEventV2,
  response: APIGatewayProxyStructuredResultV2,
): APIGatewayProxyStructuredResultV2 {
  const own = {
    'content-type': 'application/json',
    ...standardHeaders(event),
    ...response.headers,
  };
  // A page of our own, such as that of a payment link, is for its payer and for no other page.
  const isPage = own['content-type'].startsWith('text/html');
  const { headers, ...rest } = packed(event.headers['accept-encoding'], {
    ...response,
    headers: own,
  });
  return { ...rest, headers: isPage ? headers : readableByPages(headers) };
}
