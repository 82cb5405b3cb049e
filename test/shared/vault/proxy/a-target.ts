import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as a target got it. */
export interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Never answers. */
  readonly hangs?: boolean;
  /** Sends the head of the answer and breaks the connection off. */
  readonly breaks?: boolean;
}

export interface Target {
  /** `http://127.0.0.1:…`, without a slash at its end. */
  readonly url: string;
  readonly port: number;
  readonly seen: Seen[];
  close(): Promise<void>;
}

/** A real server on loopback, which records its requests. */
export async function aTarget(
  answer: (request: Seen) => Answer = () => ({ body: 'ok' }),
): Promise<Target> {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('error', () => {});
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const one = { method, url, headers, body: Buffer.concat(chunks) };
      seen.push(one);
      const { status = 200, headers: answered = {}, body = '', hangs, breaks } = answer(one);
      if (hangs) return;
      if (breaks) {
        response.writeHead(status, { ...answered, 'content-length': '100' });
        response.write('x', () => response.socket?.destroy());
        return;
      }
      response.writeHead(status, answered).end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // It listens on TCP.
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    seen,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
