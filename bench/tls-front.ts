import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import http, { type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import https from 'node:https';
import path from 'node:path';
import * as v from 'valibot';
import { portOf } from '../local/port-of.ts';
import { createCertificate } from './certificate.ts';

/** One request of a function to another system, and the answer that it got. */
export interface Exchange {
  /** Where it was sent: a service of AWS, or the address of a server. */
  readonly place: string;
  readonly method: string;
  readonly path: string;
  /** The operation of AWS; undefined for other systems. */
  readonly target: string | undefined;
  readonly body: string;
  readonly answer: {
    readonly status: number;
    readonly headers: OutgoingHttpHeaders;
    readonly body: Buffer;
  };
}

type Asked = Omit<Exchange, 'answer'>;

/**
 * Servers with TLS in front of all systems that functions call, each with a port of its own, so
 * that a function makes as many connections as it would on AWS.
 */
export interface TlsFront {
  /** The environment with the servers' addresses in place of the systems' own. */
  environment(own: Readonly<Record<string, string>>): Promise<Record<string, string>>;
  /** The address of the server in front of this one. */
  addressOf(origin: string): Promise<string>;
  /** Passes requests on while `run` runs, and returns them with their answers. */
  record(run: () => Promise<unknown>): Promise<readonly Exchange[]>;
  /**
   * Answers requests as recorded while `run` runs, each like the most similar one that is left.
   * Returns the requests for which no answer was left.
   */
  replay(recorded: readonly Exchange[], run: () => Promise<unknown>): Promise<readonly string[]>;
  close(): Promise<void>;
}

const loopback = '127.0.0.1';

/** Variables with an address that a function calls; a queue's address is called too. */
const calledAddress = /^(AWS_ENDPOINT_URL_|(VAULT_URL|SANDBOX_URL|CONNECTOR_URLS)$)|_QUEUE_URL$/;

/** @param directory gets the servers' certificate, and names of hosts */
export async function startTlsFront(directory: string): Promise<TlsFront> {
  const { cert, key } = createCertificate({ name: 'localhost', address: loopback });
  const file = path.join(directory, 'localhost.pem');
  writeFileSync(file, cert);
  const servers = new Map<string, { readonly server: https.Server; readonly url: string }>();
  let recording: Promise<Exchange>[] | undefined;
  let replaying: Replay | undefined;

  async function listen(place: string, origin: string) {
    const server = https.createServer({ cert, key }, async (request, response) => {
      const body = await bytesOf(request);
      const { method = 'GET', url: pathname = '/', headers } = request;
      const target = headers['x-amz-target']?.toString();
      const asked = { place, method, path: pathname, target, body: body.toString('latin1') };
      const answering = replaying
        ? Promise.resolve(replaying.answer(asked))
        : passOn(origin, request, body).then((given) => underOwnName(given, origin, url));
      recording?.push(answering.then((answer) => ({ ...asked, answer })));
      const answer = await answering;
      response.writeHead(answer.status, answer.headers).end(answer.body);
    });
    // Keeps idle connections open: a close could cross a request that is under way.
    server.keepAliveTimeout = 0;
    server.listen(0, loopback);
    await once(server, 'listening');
    // Clients of S3 put the bucket's name before a host that is no IP address.
    const host = place === 'AWS_ENDPOINT_URL_S3' ? loopback : 'localhost';
    const url = `https://${host}:${portOf(server.address())}`;
    servers.set(place, { server, url });
    return url;
  }
  const addressOf = async (origin: string, place = origin) =>
    servers.get(place)?.url ?? (await listen(place, origin));

  return {
    async environment(own) {
      const changed: Record<string, string> = { ...own, NODE_EXTRA_CA_CERTS: file };
      for (const [name, value] of Object.entries(own)) {
        if (!calledAddress.test(name)) continue;
        // The services of AWS have one address on a laptop, and one each on AWS.
        const service = name.endsWith('_QUEUE_URL') ? 'AWS_ENDPOINT_URL_SQS' : name;
        const place = service.startsWith('AWS_') ? service : undefined;
        for (const origin of value.match(/http:\/\/[\w.]+:\d+/g) ?? []) {
          changed[name] = (changed[name] ?? '').replace(origin, await addressOf(origin, place));
        }
      }
      return changed;
    },
    addressOf: (origin) => addressOf(origin),
    async record(run) {
      const exchanges: Promise<Exchange>[] = [];
      recording = exchanges;
      try {
        await run();
        return await Promise.all(exchanges);
      } finally {
        recording = undefined;
      }
    },
    async replay(recorded, run) {
      const unanswered: string[] = [];
      replaying = replayOf(recorded, unanswered);
      try {
        await run();
        return unanswered;
      } finally {
        replaying = undefined;
      }
    },
    async close() {
      for (const { server } of servers.values()) {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
    },
  };
}

interface Replay {
  answer(asked: Asked): Exchange['answer'];
}

function replayOf(recorded: readonly Exchange[], unanswered: string[]): Replay {
  const left = new Set(recorded);
  return {
    answer(asked) {
      const alike = [...left].filter((one) => kindOf(one) === kindOf(asked));
      const [found] = alike.toSorted(
        (one, other) => commonLength(other.body, asked.body) - commonLength(one.body, asked.body),
      );
      if (!found) {
        unanswered.push(`${kindOf(asked)} ${asked.path}`);
        return { status: 501, headers: {}, body: Buffer.alloc(0) };
      }
      left.delete(found);
      return asked.target === sendsMessages ? taken(asked, found.answer) : found.answer;
    },
  };
}

/** Identifiers in paths are drawn anew each time; the name of a table is not. */
const kindOf = ({ place, method, target, body }: Asked) =>
  [place, target ?? method, ...(/"TableName":"[^"]*"/.exec(body) ?? [])].join(' ');

const sendsMessages = 'AmazonSQS.SendMessageBatch';

const Sent = v.object({ Entries: v.array(v.object({ Id: v.string(), MessageBody: v.string() })) });

/** SQS's answer to these messages: clients compare its hashes with theirs. */
function taken({ body }: Asked, { status, headers }: Exchange['answer']): Exchange['answer'] {
  const { Entries } = v.parse(Sent, JSON.parse(Buffer.from(body, 'latin1').toString()));
  const Successful = Entries.map(({ Id, MessageBody }) => ({
    Id,
    MessageId: randomUUID(),
    MD5OfMessageBody: createHash('md5').update(MessageBody).digest('hex'),
  }));
  const text = Buffer.from(JSON.stringify({ Successful, Failed: [] }));
  return { status, headers: { ...headers, 'content-length': text.length }, body: text };
}

/** The number of bytes with which both begin: a call of the table begins with table and key. */
function commonLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}

async function passOn(
  origin: string,
  { method, url, headers }: IncomingMessage,
  body: Buffer,
): Promise<Exchange['answer']> {
  const { hostname, port, host } = new URL(origin);
  const passed = { ...headers, host };
  const onwards = http.request({ hostname, port, method, path: url, headers: passed });
  onwards.end(body);
  const [answered]: IncomingMessage[] = await once(onwards, 'response');
  if (!answered) throw new Error(`${origin} did not answer.`);
  const kept = Object.entries(answered.headers).filter(([name]) => !ofConnection.has(name));
  return {
    status: answered.statusCode ?? 500,
    headers: Object.fromEntries(kept),
    body: await bytesOf(answered),
  };
}

const ofConnection = new Set(['connection', 'keep-alive', 'transfer-encoding']);

/** The answer with the front's address wherever a server names its own: pages compare the two. */
function underOwnName(
  { status, headers, body }: Exchange['answer'],
  origin: string,
  url: string,
): Exchange['answer'] {
  const named = (text: string) => text.replaceAll(origin, url);
  const changed = Buffer.from(named(body.toString('latin1')), 'latin1');
  const ofHeaders = Object.entries(headers).map(([name, value]) => [
    name,
    typeof value === 'string' ? named(value) : value,
  ]);
  return {
    status,
    body: changed,
    headers: { ...Object.fromEntries(ofHeaders), 'content-length': changed.length },
  };
}

async function bytesOf(message: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of message) parts.push(part);
  return Buffer.concat(parts);
}
