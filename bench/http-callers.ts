import http from 'node:http';

/** A request as it is sent. */
export interface HttpRequest {
  readonly method: string;
  readonly path: string;
  readonly apiKey: string;
  readonly body?: unknown;
}

/** Sends requests to an address over keep-alive connections. Rejects unless the status is 200. */
export type Ask = (request: HttpRequest) => Promise<unknown>;

export function askerOf(url: string): Ask {
  const { hostname, port } = new URL(url);
  const agent = new http.Agent({ keepAlive: true });
  return ({ method, path, apiKey, body }) =>
    new Promise((resolve, reject) => {
      const text = body === undefined ? '' : JSON.stringify(body);
      const headers = {
        'api-key': apiKey,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(text),
      };
      const request = http.request({ hostname, port, agent, method, path, headers });
      request.once('error', reject);
      request.once('response', (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.once('error', reject);
        response.once('end', () => {
          const answer = Buffer.concat(parts).toString();
          if (response.statusCode === 200) resolve(JSON.parse(answer));
          else reject(new Error(`${method} ${path}: ${response.statusCode} ${answer}`));
        });
      });
      request.end(text);
    });
}

/** The results of all callers in one turn. */
export interface Calling {
  /** How long each successful task took, in ms. */
  readonly ms: readonly number[];
  readonly errors: readonly unknown[];
  /** Time from the first request to the last response. */
  readonly wallMs: number;
}

/**
 * Runs this many callers, each doing one task after another, until the time is up or no task is
 * left. Callers finish their last task, so a turn lasts slightly longer than `forMs`.
 */
export async function callingFor(
  work: Iterable<() => Promise<unknown>>,
  { callers, forMs }: { readonly callers: number; readonly forMs: number },
): Promise<Calling> {
  const ms: number[] = [];
  const errors: unknown[] = [];
  const left = work[Symbol.iterator]();
  const began = performance.now();
  const caller = async () => {
    while (performance.now() - began < forMs) {
      const next = left.next();
      if (next.done) return;
      const started = performance.now();
      try {
        await next.value();
        ms.push(performance.now() - started);
      } catch (error) {
        errors.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return { ms, errors, wallMs: performance.now() - began };
}
