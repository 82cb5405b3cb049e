import http from 'node:http';
import { portOf } from '../../../local/port-of.ts';

/**
 * Lambda's Runtime API, by which a runtime client fetches events and posts answers:
 * https://docs.aws.amazon.com/lambda/latest/dg/runtimes-api.html
 * Clients whose event was answered wait for another one until the end.
 */
interface RuntimeApi {
  /** The value of `AWS_LAMBDA_RUNTIME_API`. */
  readonly address: string;
  /**
   * Gives an event to the next client that asks for one. Resolves when the client has posted the
   * outcome and asks for the next event, or when it could not be initialized.
   */
  invoke(invocation: RuntimeInvocation): Promise<RuntimeOutcome>;
  close(): Promise<void>;
}

interface RuntimeInvocation {
  readonly requestId: string;
  readonly functionArn: string;
  /** JSON. */
  readonly event: string;
  readonly timeoutMs: number;
}

/** The requests of the client, and their paths. */
export interface RuntimeOutcome {
  readonly kind: 'response' | 'error' | 'init error';
  /** JSON. */
  readonly body: string;
}

/** Starts the API on a free port. */
export async function startRuntimeApi(): Promise<RuntimeApi> {
  let waiting: RuntimeInvocation | undefined;
  let posted: RuntimeOutcome | undefined;
  let asksAgain = false;
  let ended = Promise.withResolvers<RuntimeOutcome>();

  /** The two come on connections of their own, in any order. */
  const endWhenBothCame = () => {
    if (posted && asksAgain) ended.resolve(posted);
  };
  const next = (response: http.ServerResponse) => {
    if (!waiting) {
      // This client is never answered: the next event is for another function.
      asksAgain = true;
      endWhenBothCame();
      return;
    }
    const { requestId, functionArn, event, timeoutMs } = waiting;
    waiting = undefined;
    response.writeHead(200, {
      'content-type': 'application/json',
      'lambda-runtime-aws-request-id': requestId,
      'lambda-runtime-deadline-ms': String(Date.now() + timeoutMs),
      'lambda-runtime-invoked-function-arn': functionArn,
    });
    response.end(event);
  };

  const server = http.createServer(async (request, response) => {
    const path = (request.url ?? '').replace('/2018-06-01/runtime/', '');
    if (request.method === 'GET' && path === 'invocation/next') return next(response);
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const body = Buffer.concat(parts).toString();
    const [, kind] = /^invocation\/[^/]+\/(response|error)$/.exec(path) ?? [];
    if (path === 'init/error') {
      waiting = undefined;
      ended.resolve({ kind: 'init error', body });
    } else if (kind === 'response' || kind === 'error') {
      posted = { kind, body };
      endWhenBothCame();
    } else return response.writeHead(404).end();
    return response
      .writeHead(202, { 'content-type': 'application/json' })
      .end(JSON.stringify({ status: 'OK' }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${portOf(server.address())}`,
    invoke(invocation) {
      ended = Promise.withResolvers();
      [posted, asksAgain] = [undefined, false];
      waiting = invocation;
      return ended.promise;
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
