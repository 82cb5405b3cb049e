import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { listeningPort } from '../../support/runner/listening-port.ts';

/** The fate of one request to the processor. */
export const processorFaults = [
  /** The processor carries it out, and the connection ends without its answer. */
  'loses the answer',
  /** The connection ends before anything was done. */
  'refuses',
  /** It is answered 429, and nothing is done. */
  'asks to wait',
  'answers 500 before',
  'answers 502 after',
  /** The connection ends in the middle of the answer. */
  'cuts the answer',
  /** It arrives twice at once. */
  'doubles',
  /** The answer takes a while. */
  'delays',
  /** The connection ends at once, and the request arrives a while later. */
  'arrives late',
  /** The amounts in the answer are others. */
  'answers another amount',
] as const;
export type ProcessorFault = (typeof processorFaults)[number];

/** The fate of one webhook of the processor. */
export const webhookFaults = ['comes late', 'comes twice', 'comes after the next'] as const;
export type WebhookFault = (typeof webhookFaults)[number];

/** The faults of one merchant's requests and webhooks, which are taken from the front. */
interface Plan {
  readonly requests: ProcessorFault[];
  readonly webhooks: WebhookFault[];
}

/** The server between the switch and the processor, and back. */
export interface FaultyProcessor {
  readonly url: string;
  /** The faults of a merchant from now on, by the key of its account at the processor. */
  plan(processorKey: string, plan: Plan): void;
  /** Delivers all webhooks that are held, and waits until all that is late has arrived. */
  calm(): Promise<void>;
  stop(): Promise<void>;
}

interface Addresses {
  readonly url: string;
  readonly sandboxUrl: string;
}

/** How late a late request, answer or webhook is, in ms. */
const lateMs = 250;

/** Starts it on a free port. Its addresses are asked for each request: a restart changes them. */
export async function faultyProcessor(addresses: () => Addresses): Promise<FaultyProcessor> {
  const plans = new Map<string, Plan>();
  const late = new Set<Promise<unknown>>();
  const held = new Map<string, (() => Promise<unknown>)[]>();
  let url = '';

  const later = (work: () => Promise<unknown>) => {
    const one = pause(lateMs)
      .then(work)
      .catch(() => undefined)
      .finally(() => late.delete(one));
    late.add(one);
  };

  async function toProcessor(request: IncomingMessage, response: ServerResponse, body: Buffer) {
    const key = String(request.headers['api-key'] ?? '');
    const fault = plans.get(key)?.requests.shift();
    const pass = () => forward(request, ownWebhooks(body, key), addresses().sandboxUrl);
    const cut = () => response.destroy();
    switch (fault) {
      case 'refuses':
        return cut();
      case 'asks to wait':
        return response.writeHead(429).end();
      case 'answers 500 before':
        return response.writeHead(500).end();
      case 'arrives late':
        later(pass);
        return cut();
      case 'loses the answer':
        await pass();
        return cut();
      case 'answers 502 after':
        await pass();
        return response.writeHead(502).end();
      case 'doubles': {
        const [first] = await Promise.all([pass(), pass()]);
        return answer(response, first);
      }
      case 'delays':
        await pause(lateMs);
        return answer(response, await pass());
      case 'cuts the answer': {
        const whole = await pass();
        response.writeHead(whole.status, { ...whole.headers, 'content-length': whole.body.length });
        response.write(whole.body.subarray(0, whole.body.length / 2), cut);
        return;
      }
      case 'answers another amount': {
        const { body: honest, ...rest } = await pass();
        const lie = honest
          .toString('utf8')
          .replace(/"(amount|amount_captured)":(\d+)/g, (_, name, amount) =>
            Number(amount) > 0 ? `"${name}":${Number(amount) + 1}` : `"${name}":0`,
          );
        return answer(response, { ...rest, body: Buffer.from(lie) });
      }
      default:
        return answer(response, await pass());
    }
  }

  /** Webhooks of the processor come here first. */
  function ownWebhooks(body: Buffer, key: string): Buffer {
    const text = body.toString('utf8').replace(
      /"notification_url":"([^"]+)"/,
      (_, to: string) =>
        // The switch may have another address by then.
        `"notification_url":"${url}/webhooks/${encodeURIComponent(key)}${new URL(to).pathname}"`,
    );
    return Buffer.from(text);
  }

  async function fromProcessor(request: IncomingMessage, response: ServerResponse, body: Buffer) {
    const [, name = '', rest = ''] = /^\/webhooks\/([^/]+)(.*)$/.exec(request.url ?? '') ?? [];
    const key = decodeURIComponent(name);
    const fault = plans.get(key)?.webhooks.shift();
    const pass = () => forward(request, body, addresses().url, rest);
    const before = held.get(key) ?? [];
    held.delete(key);
    if (fault === 'comes late') later(pass);
    else if (fault === 'comes after the next') held.set(key, [pass]);
    else {
      await answer(response, await pass());
      if (fault === 'comes twice') later(pass);
    }
    for (const one of before) await one().catch(() => undefined);
    if (!response.writableEnded) response.writeHead(200).end();
  }

  const server = createServer(async (request, response) => {
    try {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const body = Buffer.concat(chunks);
      const handle = request.url?.startsWith('/webhooks/') ? fromProcessor : toProcessor;
      await handle(request, response, body);
    } catch {
      // The switch and its processor are dead, or the asker is.
      response.destroy();
    }
  });
  url = `http://127.0.0.1:${await listeningPort(server)}`;

  return {
    url,
    plan: (key, plan) => plans.set(key, plan),
    async calm() {
      plans.clear();
      for (const [key, webhooks] of [...held]) {
        held.delete(key);
        for (const pass of webhooks) await pass().catch(() => undefined);
      }
      while (late.size > 0) await Promise.all(late);
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

async function forward(
  { method = 'GET', headers, url = '' }: IncomingMessage,
  body: Buffer,
  to: string,
  path = url,
): Promise<Answered> {
  const { host: _, connection: __, 'content-length': ___, ...passed } = headers;
  const response = await fetch(`${to}${path}`, {
    method,
    redirect: 'manual',
    headers: Object.entries(passed).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)] as [string, string]],
    ),
    ...(body.length > 0 && { body: new Uint8Array(body) }),
  });
  const { 'content-type': type } = Object.fromEntries(response.headers);
  return {
    status: response.status,
    headers: type === undefined ? {} : { 'content-type': type },
    body: Buffer.from(await response.arrayBuffer()),
  };
}

const answer = (response: ServerResponse, { status, headers, body }: Answered) => {
  response.writeHead(status, headers).end(body);
};
