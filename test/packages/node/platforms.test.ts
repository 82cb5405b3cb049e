import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { createContext, runInContext } from 'node:vm';
import { build } from 'esbuild';
import { standardWebhookHeaders } from '#platform/crypto/webhook-signatures.ts';
import { aServer, cut, type Handler, json, page, refusal, silence } from './a-server.ts';
import {
  attemptsPath,
  type CallName,
  callHeader,
  calls,
  type Fault,
  faultHeader,
  faults,
  runCalls,
  verifiedPayment,
} from './fault-calls.ts';

type Server = Awaited<ReturnType<typeof aServer>>;

const run = promisify(execFile);
const answer = { payment_id: 'pay_1', status: 'succeeded' };
const ofTomorrow = { ...answer, status: 'paid_in_shells', shells: [{ of: 'nautilus' }] };

const empty: Handler = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).end();
};
const begun: Handler = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).write('{"payment_id":');
};
const cutWithoutLength: Handler = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write('{"payment_id":"pay_1"', () => response.destroy());
};
const redirect: Handler = (response) => {
  response.writeHead(307, { location: '/elsewhere' }).end();
};

interface Expected {
  /** The answers of the server; the last one stays. */
  readonly handlers: readonly Handler[];
  /** The result of each call. */
  readonly result: string;
  /** The attempts of a call that may be repeated, and those of a PATCH, which has no key. */
  readonly attempts: readonly [number, number];
}

const expected: Readonly<Record<Fault, Expected>> = {
  hangs: { handlers: [silence], result: 'TurnoutTimeoutError', attempts: [2, 1] },
  'hangs in its answer': { handlers: [begun], result: 'TurnoutTimeoutError', attempts: [2, 1] },
  'cuts its answer': { handlers: [cut], result: 'TurnoutConnectionError', attempts: [2, 1] },
  'cuts an answer without a length': {
    handlers: [cutWithoutLength],
    result: 'TurnoutConnectionError',
    attempts: [2, 1],
  },
  'answers nothing': { handlers: [empty], result: 'TurnoutConnectionError', attempts: [2, 1] },
  '429 with Retry-After': {
    handlers: [refusal(429, { code: 'HE_00' }, { 'retry-after': '1' }), json(answer)],
    result: JSON.stringify(answer),
    attempts: [2, 2],
  },
  '429 with HTML': { handlers: [page(429)], result: 'TurnoutApiError 429 api', attempts: [2, 2] },
  '502 with HTML': { handlers: [page(502)], result: 'TurnoutApiError 502 api', attempts: [2, 1] },
  '404 with HTML': { handlers: [page(404)], result: 'TurnoutApiError 404 api', attempts: [1, 1] },
  '200 with HTML': { handlers: [page(200)], result: 'TurnoutConnectionError', attempts: [2, 1] },
  redirects: { handlers: [redirect], result: 'TurnoutApiError 307 api', attempts: [1, 1] },
  'refuses as a newer switch': {
    handlers: [refusal(400, { type: 'of_tomorrow', code: 'ZZ_99', why: 'a reason' })],
    result: 'TurnoutApiError 400 of_tomorrow ZZ_99',
    attempts: [1, 1],
  },
  'answers as a newer switch': {
    handlers: [json(ofTomorrow)],
    result: JSON.stringify(ofTomorrow),
    attempts: [1, 1],
  },
};

/**
 * A server that fails as the headers of a request ask for, each call from its first answer on. Its
 * page of attempts is answered when a call has made so many.
 */
function aFailingServer(): Promise<Server> {
  const attempts = new Map<string, number>();
  const questions = new Set<() => void>();
  const answerWhenMade: Handler = (response, { url }) => {
    const asked = new URL(url, 'http://server').searchParams;
    const call = `${asked.get('fault')}: ${asked.get('name')}`;
    const answer = () => {
      if ((attempts.get(call) ?? 0) < Number(asked.get('count'))) return;
      questions.delete(answer);
      response.end();
    };
    questions.add(answer);
    answer();
  };
  return aServer((response, request) => {
    if (request.url.startsWith(attemptsPath)) return answerWhenMade(response, request);
    const fault = faults.find((one) => one === request.headers[faultHeader]);
    if (fault === undefined) return page(500)(response, request);
    const call = `${fault}: ${request.headers[callHeader]}`;
    const attempt = attempts.get(call) ?? 0;
    attempts.set(call, attempt + 1);
    const { handlers } = expected[fault];
    handlers[Math.min(attempt, handlers.length - 1)]?.(response, request);
    for (const question of questions) question();
  });
}

let bundle = '';
beforeAll(async () => {
  // For no platform: an import of a module of Node.js would end the build.
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, 'fault-calls.ts')],
    bundle: true,
    write: false,
    platform: 'neutral',
    conditions: ['import'],
    format: 'iife',
    globalName: 'client',
  });
  bundle = outputFiles[0]?.text ?? '';
});

/** The globals that Node.js shares with browsers and Workers, as far as a client may need them. */
const webGlobals = {
  ...{ fetch, Headers, Request, Response, FormData, Blob, ReadableStream },
  ...{ URL, URLSearchParams, TextEncoder, TextDecoder, AbortController, AbortSignal },
  ...{ crypto, atob, btoa, setTimeout, clearTimeout },
};

type Evaluate = (expression: string) => Promise<unknown>;

const onWeb: Evaluate = (expression) =>
  runInContext(`${bundle};${expression}`, createContext({ ...webGlobals }));

function installedNode(): string {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const found = folders.map((folder) => join(folder, 'node')).filter((file) => existsSync(file));
  return found.at(-1) ?? process.execPath;
}

/** Evaluates in a process of its own. */
const onNode =
  (program: string): Evaluate =>
  async (expression) => {
    const source = `${bundle};(${expression}).then((one) => console.log(JSON.stringify(one)));`;
    const { stdout } = await run(program, ['-e', source], { timeout: 600_000 });
    return JSON.parse(stdout);
  };

describe.each([
  ['the Node.js of the tests', onNode(process.execPath)],
  // Where the installed one is older, the tests run on a newer one of their own, before it.
  ['the Node.js that is the last on the PATH', onNode(installedNode())],
  ['a platform with the globals of the web only', onWeb],
])('the client on %s', (_, evaluate) => {
  it('a server that fails gets each call as often as is safe, with the same idempotency key', async () => {
    await using server = await aFailingServer();
    const results = await evaluate(`client.${runCalls.name}(${JSON.stringify(server.url)})`);

    const names = Object.keys(calls);
    const isPatch = (name: string) => name === ('PATCH' satisfies CallName);
    const each = faults.flatMap((fault) => names.map((name) => ({ fault, name })));
    const key = ({ fault, name }: { readonly fault: Fault; readonly name: string }) =>
      `${fault}: ${name}`;
    expect(results).toEqual(
      Object.fromEntries(each.map((one) => [key(one), expected[one.fault].result])),
    );
    const received = each.map((one) => {
      const own = server.received.filter(
        ({ headers }) => headers[faultHeader] === one.fault && headers[callHeader] === one.name,
      );
      const keys = new Set(own.map(({ headers }) => headers['idempotency-key']));
      return [key(one), own.length, [...keys].map((id) => id !== undefined)];
    });
    expect(received).toEqual(
      each.map((one) => [
        key(one),
        expected[one.fault].attempts[isPatch(one.name) ? 1 : 0],
        [one.name.startsWith('POST')],
      ]),
    );
    expect(server.received.filter(({ url }) => url === '/elsewhere')).toEqual([]);
  });

  it('a webhook is verified, and one by another key is refused', async () => {
    const secret = 'a key of the merchant';
    const body = JSON.stringify({ content: { payment_id: 'pay_é' } });
    const headers = standardWebhookHeaders([secret], 'evt_1', new Date(), body);
    const verdict = (by: string) =>
      evaluate(`client.${verifiedPayment.name}(...${JSON.stringify([body, headers, by])})`);
    expect(await verdict(secret)).toBe('{"payment_id":"pay_é"}');
    expect(await verdict('another key')).toBe('TurnoutWebhookError');
  });
});
