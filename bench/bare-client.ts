import http from 'node:http';
import { region } from './deployment.ts';
import { signedClient } from './signed-client.ts';
import type { Call, Step } from './stubs.ts';

/** A client that makes the calls of a script and does nothing else. */
export interface BenchClient {
  /** Prepares the calls before the clock runs, so that only the sending is measured. */
  prepare(steps: readonly Step[]): PreparedCalls;
}

type PreparedCalls = () => Promise<void>;

export interface Endpoints {
  readonly databaseUrl: string;
  readonly stubUrl: string;
  readonly accessKeyId: string;
}

const secretAccessKey = 'bench';

/** The floor: a minimal signed client, items as the database takes them. */
export function bareClient({ databaseUrl, stubUrl, accessKeyId }: Endpoints): BenchClient {
  const signer = { accessKeyId, secretAccessKey, region };
  const database = signedClient(databaseUrl, { ...signer, service: 'dynamodb' });
  const others = signedClient(stubUrl, { ...signer, service: 'kms' });
  const sender = (call: Call) => {
    if (call.kind === 'connector') return () => askConnector(stubUrl, call);
    const send = call.target.startsWith('DynamoDB_') ? database : others;
    const input: unknown = JSON.parse(call.body);
    return () => send(call.target, JSON.stringify(input));
  };
  return {
    prepare(steps) {
      const ready = steps.map((step) => step.map(sender));
      return async () => {
        for (const step of ready) await Promise.all(step.map((send) => send()));
      };
    },
  };
}

/** Opens a connection for each request, as the handler does. */
function askConnector(url: string, call: Call & { kind: 'connector' }): Promise<unknown> {
  const { method, path, headers, body } = call;
  return new Promise((resolve, reject) => {
    const request = http.request(`${url}${path}`, { method, headers, agent: false });
    request.once('error', reject);
    request.once('response', (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.once('error', reject);
      response.once('end', () => resolve(JSON.parse(Buffer.concat(parts).toString())));
    });
    request.end(body);
  });
}
