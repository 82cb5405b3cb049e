import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { listeningPort } from '../runner/listening-port.ts';

/** A merchant's server, with an address for each merchant below it. */
export interface WebhookReceiver {
  readonly url: string;
  /** The requests to an address, oldest first, with any answer. */
  received(path: string): readonly Received[];
  /** How an address answers from now on; 200 until it is told otherwise. */
  behave(path: string, behaviour: Behaviour): void;
  stop(): Promise<void>;
}

export interface Received {
  /** When all of it was here, in milliseconds since 1970. */
  readonly at: number;
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  /** The very bytes. */
  readonly body: Buffer;
  readonly event: unknown;
}

type Behaviour =
  | 'hang'
  | {
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
    };

/** Starts it on a free port of this machine. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const all = new Map<string, Received[]>();
  const behaviours = new Map<string, Behaviour>();
  const hanging = new Set<ServerResponse>();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method = '', url: path = '', headers } = request;
    const body = Buffer.concat(chunks);
    const event = body.length > 0 ? JSON.parse(body.toString('utf8')) : undefined;
    const at = Date.now();
    all.set(path, [...(all.get(path) ?? []), { at, method, headers, body, event }]);
    const behaviour = behaviours.get(path) ?? { status: 200 };
    if (behaviour === 'hang') hanging.add(response);
    else response.writeHead(behaviour.status, behaviour.headers).end(behaviour.body);
  });
  const port = await listeningPort(server);
  return {
    url: `http://127.0.0.1:${port}`,
    received: (path) => all.get(path) ?? [],
    behave: (path, behaviour) => behaviours.set(path, behaviour),
    async stop() {
      for (const response of hanging) response.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
