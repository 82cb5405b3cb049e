import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';

/** The members of an event that tests state; the rest is as API Gateway would say it. */
export interface VaultEventFacts {
  readonly method?: string;
  readonly path?: string;
  /** The path as its route writes it; the path itself unless said. */
  readonly template?: string;
  readonly params?: Readonly<Record<string, string>> | undefined;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  readonly isBase64Encoded?: boolean;
  readonly sourceIp?: string;
  readonly requestId?: string;
}

/** An event of the vault's HTTP API, for tests that call a handler themselves. */
export function aVaultEvent({
  method = 'GET',
  path = '/',
  template = path,
  params,
  query = {},
  headers = {},
  body,
  isBase64Encoded = false,
  sourceIp = '203.0.113.7',
  requestId = 'req-of-the-gateway',
}: VaultEventFacts = {}): APIGatewayProxyEventV2 {
  const routeKey = `${method} ${template}`;
  return {
    version: '2.0',
    routeKey,
    rawPath: path,
    rawQueryString: new URLSearchParams(query).toString(),
    headers: { ...headers },
    ...(Object.keys(query).length > 0 && { queryStringParameters: { ...query } }),
    ...(params && { pathParameters: { ...params } }),
    ...(body !== undefined && { body }),
    isBase64Encoded,
    requestContext: {
      accountId: '000000000000',
      apiId: 'vault',
      domainName: 'vault.example',
      domainPrefix: 'vault',
      http: { method, path, protocol: 'HTTP/1.1', sourceIp, userAgent: 'test' },
      requestId,
      routeKey,
      stage: '$default',
      time: '',
      timeEpoch: 0,
    },
  };
}

/** All that handlers of the vault use of it. */
export const anyContext = { getRemainingTimeInMillis: () => 28_000 } as Context;
