import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

/** A request that the server got. */
export interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  readonly atMs: number;
}

export type Handler = (response: ServerResponse, request: Received) => void;

/** A server that answers its requests by these handlers, one after the other; the last one stays. */
export async function aServer(...handlers: readonly Handler[]) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    const one = { method, url, headers, body: await text(request), atMs: Date.now() };
    received.push(one);
    handlers[Math.min(received.length, handlers.length) - 1]?.(response, one);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    received,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

export const json =
  (value: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Handler =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(value));
  };

export const refusal = (
  status: number,
  error: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
) => json({ error }, status, headers);

export const page =
  (status: number): Handler =>
  (response) => {
    response.writeHead(status, { 'content-type': 'text/html' });
    response.end('<h1>Bad gateway</h1>');
  };

/** Never answers. */
export const silence: Handler = () => {};

/** Ends the connection in the middle of the body. */
export const cut: Handler = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
  response.write('{"payment_id":"pay_1"', () => response.destroy());
};
