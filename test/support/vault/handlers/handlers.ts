import type {
  APIGatewayProxyEventV2,
  APIGatewayProxyStructuredResultV2,
  Context,
} from 'aws-lambda';

/** Handlers by the name of their operation. */
export type VaultHandlers = Readonly<
  Record<
    string,
    (event: APIGatewayProxyEventV2, context: Context) => Promise<APIGatewayProxyStructuredResultV2>
  >
>;
