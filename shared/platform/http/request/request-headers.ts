import type { APIGatewayProxyEventV2 } from 'aws-lambda';

/** The headers of a request, by their names in lower case. */
export const headersOf = ({
  headers,
}: Pick<APIGatewayProxyEventV2, 'headers'>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name.toLowerCase(), value]],
    ),
  );
