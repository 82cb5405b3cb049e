import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { limitedBody } from '../http/limited-body.ts';
import type { TableCalls } from './calls.ts';
import { answerText } from './request.ts';
import { TableError } from './table-error.ts';

/** DynamoDB takes no larger request, in bytes. */
const maxRequestBytes = 16 * 1024 ** 2;

export interface TableServer {
  readonly port: number;
  close(): void;
}

/**
 * Answers DynamoDB's calls over HTTP on 127.0.0.1. Only callers that know the access key are
 * answered, so neither a web page nor another user's program can read the tables.
 *
 * @param failed called when the database itself fails, after which nothing can be relied on
 */
export async function serveTables(
  calls: TableCalls,
  accessKeyId: string,
  failed: (error: unknown) => void,
): Promise<TableServer> {
  const server = createServer((request, response) => {
    answerRequest(request, response).catch(() => response.destroy());
  });

  async function answerRequest(request: IncomingMessage, response: ServerResponse) {
    const body = await limitedBody(request, maxRequestBytes);
    try {
      if (!request.headers.authorization?.includes(`Credential=${accessKeyId}/`)) {
        throw new TableError(
          'UnrecognizedClientException',
          'The security token included in the request is invalid.',
        );
      }
      if (!body) {
        throw new TableError('RequestEntityTooLargeException', 'The request is too large.');
      }
      const target = String(request.headers['x-amz-target']);
      respond(response, 200, calls.answer(target, body.toString()));
    } catch (error) {
      if (error instanceof TableError) return respond(response, 400, errorText(error));
      response.destroy();
      failed(error);
    }
  }

  // A client would send a call on a connection at the very moment that an idle timeout closes it.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('No port is open.');
  return {
    port: address.port,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function respond(response: ServerResponse, status: number, text: string) {
  const body = Buffer.from(text);
  response.writeHead(status, {
    'content-type': 'application/x-amz-json-1.0',
    'content-length': body.length,
  });
  response.end(body);
}

/** Errors of requests that were not understood belong to another namespace than the others. */
const namespaces: Readonly<Record<string, string>> = {
  SerializationException: 'com.amazon.coral.service',
  UnknownOperationException: 'com.amazon.coral.service',
  UnrecognizedClientException: 'com.amazon.coral.service',
  ValidationException: 'com.amazon.coral.validate',
};

const errorText = ({ name, message, members }: TableError): string =>
  answerText({
    __type: JSON.stringify(`${namespaces[name] ?? 'com.amazonaws.dynamodb.v20120810'}#${name}`),
    message: JSON.stringify(message),
    ...members,
  });
