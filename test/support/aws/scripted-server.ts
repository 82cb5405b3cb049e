import http, { type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How the server answers one request. */
export type ScriptedAnswer =
  | {
      readonly status?: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body: string | object;
    }
  /** The connection is closed after so many bytes of the answer's body. */
  | { readonly status?: number; readonly body: string | object; readonly cutAfter: number }
  /** The connection is closed without an answer, or there never is one. */
  | 'reset'
  | 'hang';

/** A request as it arrived, without each client's data about itself and its connection. */
export interface SeenRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface ScriptedServer {
  readonly url: string;
  /** The requests since the last call of `seen`, by the first segment of its path or by its queue. */
  seen(): Record<string, SeenRequest[]>;
  /** The user agents since this was last asked. */
  userAgents(): readonly string[];
  stop(): Promise<void>;
}

/** The moment that the server's answers are of, and that the clients' clock shows. */
export const now = new Date('2030-01-31T12:00:00Z');

/**
 * Answers the requests below `/NAME` with the answers of that name, one after the other, and the last
 * one again and again. `/left/COUNT/NAME` is answered when so many requests of that name arrived.
 */
export async function scriptedServer(
  answersOf: (name: string) => readonly ScriptedAnswer[],
): Promise<ScriptedServer> {
  let seen: Record<string, SeenRequest[]> = {};
  const userAgents = new Set<string>();
  const questions = new Set<() => void>();

  const server = http.createServer(async (request, response) => {
    const [, asked, count, of = ''] = request.url?.split('/') ?? [];
    if (asked === 'left') {
      const answer = () => {
        if ((seen[decodeURIComponent(of)]?.length ?? 0) < Number(count)) return;
        questions.delete(answer);
        response.end();
      };
      questions.add(answer);
      answer();
      return;
    }
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const { 'user-agent': userAgent = '', connection: _, ...headers } = request.headers;
    const body = Buffer.concat(parts).toString();
    userAgents.add(userAgent);
    // Requests to SQS go to the host of the queue, whose name is in the body.
    const [, queue = ''] = /"QueueUrl":"[^"]*\/([^/"]+)"/.exec(body) ?? [];
    const [, path = ''] = request.url?.split('/') ?? [];
    const name = decodeURIComponent(path || queue);
    seen[name] ??= [];
    const answers = answersOf(name);
    const answer = answers[seen[name].length] ?? answers.at(-1) ?? 'reset';
    seen[name].push({
      path: `${request.method} ${request.url}`,
      headers: headers as Record<string, string>,
      body,
    });
    give(response, answer);
    for (const question of questions) question();
  });
  // Both sides begin with a connection of their own.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    seen() {
      const all = seen;
      seen = {};
      return all;
    },
    userAgents() {
      const all = [...userAgents];
      userAgents.clear();
      return all;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function give(response: ServerResponse, answer: ScriptedAnswer) {
  if (answer === 'hang') return;
  if (answer === 'reset') {
    response.destroy();
    return;
  }
  const { status = 200, body } = answer;
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  response.writeHead(status, {
    'content-length': Buffer.byteLength(text),
    'content-type': 'application/x-amz-json-1.0',
    'x-amzn-requestid': 'REQUEST1',
    date: now.toUTCString(),
    ...('headers' in answer && answer.headers),
  });
  if ('cutAfter' in answer) {
    response.write(text.slice(0, answer.cutAfter), () => response.destroy());
    return;
  }
  response.end(text);
}
