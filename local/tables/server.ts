import type { IncomingMessage, ServerResponse } from 'node:http';
import { createAddressedServer, isOwnHost } from '../addressed-server.ts';
import type { ServiceAnswer } from '../aws/port-calls.ts';
import { jsonType } from '../aws/proxy-response.ts';
import { limitedBody } from '../http/limited-body.ts';
import { ownMember } from '../own-member.ts';
import type { TableCalls } from './calls.ts';
import { answerText } from './request.ts';
import { TableError } from './table-error.ts';

/** DynamoDB takes no larger request, in bytes. */
const maxRequestBytes = 16 * 1024 ** 2;

/** The answer to a call. Throws when the database itself fails. */
export function answerTo(calls: TableCalls, target: string, text: string): ServiceAnswer {
  try {
    return { status: 200, text: calls.answer(target, text) };
  } catch (error) {
    if (error instanceof TableError) return refused(error);
    throw error;
  }
}

const refused = (error: TableError): ServiceAnswer => ({ status: 400, text: errorText(error) });

export interface TableServer {
  readonly port: number;
  close(): void;
}

/**
 * Answers other programs' calls of DynamoDB over HTTP on 127.0.0.1. Only callers that know the
 * access key are answered, so neither a web page nor another user's program can read the tables.
 *
 * @param answer returns undefined for a call that is never answered
 */
export async function serveTables(
  answer: (target: string, text: string) => ServiceAnswer | undefined,
  accessKeyId: string,
): Promise<TableServer> {
  const server = createAddressedServer({}, (request, response) => {
    answerRequest(request, response).catch(() => response.destroy());
  });

  async function answerRequest(request: IncomingMessage, response: ServerResponse) {
    const body = await limitedBody(request, maxRequestBytes);
    const given = isKnown(request)
      ? body
        ? answer(String(request.headers['x-amz-target']), body.toString())
        : refused(new TableError('RequestEntityTooLargeException', 'The request is too large.'))
      : refused(
          new TableError(
            'UnrecognizedClientException',
            'The security token included in the request is invalid.',
          ),
        );
    if (given) respond(response, given);
    else response.destroy();
  }

  const isKnown = (request: IncomingMessage) =>
    isOwnHost(request) &&
    (request.headers.authorization?.includes(`Credential=${accessKeyId}/`) ?? false);

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

function respond(response: ServerResponse, { status, text }: ServiceAnswer) {
  const body = Buffer.from(text);
  response.writeHead(status, { 'content-type': jsonType, 'content-length': body.length });
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
    __type: JSON.stringify(
      `${ownMember(namespaces, name) ?? 'com.amazonaws.dynamodb.v20120810'}#${name}`,
    ),
    message: JSON.stringify(message),
    ...members,
  });
