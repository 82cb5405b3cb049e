import {
  Turnout,
  TurnoutApiError,
  TurnoutError,
  verifyWebhook,
} from '../../../packages/node/src/index.ts';
import { holdTimers } from '../../support/runner/held-timers.ts';

/** The ways in which a server fails. */
export const faults = [
  'hangs',
  'hangs in its answer',
  'cuts its answer',
  'cuts an answer without a length',
  'answers nothing',
  '429 with Retry-After',
  '429 with HTML',
  '502 with HTML',
  '404 with HTML',
  '200 with HTML',
  'redirects',
  'refuses as a newer switch',
  'answers as a newer switch',
] as const;

export type Fault = (typeof faults)[number];

const payment = { params: { path: { payment_id: 'pay_1' } } };
const contract = {
  params: { path: { account_id: 'a', profile_id: 'p', algorithm_id: 'r' } },
  body: {},
};
const body = { amount: 2599, currency: 'EUR' } as const;

/** Calls with and without an idempotency key. */
export const calls = {
  GET: (client: Turnout) => client.get('/payments/{payment_id}', payment),
  POST: (client: Turnout) => client.post('/payments', { body }),
  'POST with a key of the caller': (client: Turnout, fault: Fault) =>
    client.post('/payments', { body, idempotencyKey: `order: ${fault}` }),
  PATCH: (client: Turnout) =>
    client.patch(
      '/account/{account_id}/business_profile/{profile_id}/dynamic_routing/contracts/config/{algorithm_id}',
      contract,
    ),
};

export type CallName = keyof typeof calls;

/** The headers by which the server recognizes the fault and the call. */
export const faultHeader = 'x-fault';
export const callHeader = 'x-call';

/** The path that the server answers when it has got so many attempts of a call. */
export const attemptsPath = '/attempts';

/** Long limits, which no answer reaches, however busy the machine is. */
const longMs = 1_000_000;

/** The result of each call at a server with each fault: an answer, or the name of an error. */
export async function runCalls(baseUrl: string): Promise<Readonly<Record<string, string>>> {
  const each = faults.flatMap((fault) =>
    Object.entries(calls).map(([name, call]) => ({ fault, name, call })),
  );
  // Each call has a time limit of its own, by which its timers are recognized.
  const limited = each.map((one, index) => ({ ...one, timeoutMs: longMs + index }));
  const hanging = new Map(
    limited
      .filter(({ fault }) => fault.startsWith('hangs'))
      .map(({ fault, name, timeoutMs }) => [timeoutMs, { fault, name }]),
  );
  reachLimits(baseUrl, hanging);
  const results = limited.map(async ({ fault, name, call, timeoutMs }) => {
    const headers = { [faultHeader]: fault, [callHeader]: name };
    const client = new Turnout({ apiKey: 'snd_test', baseUrl, timeoutMs, maxRetries: 1, headers });
    const result = await call(client, fault).then(JSON.stringify, describeError);
    return [`${fault}: ${name}`, result] as const;
  });
  return Object.fromEntries(await Promise.all(results));
}

/** A call that hangs reaches its time limit as soon as the server has got the attempt. */
function reachLimits(
  baseUrl: string,
  hanging: ReadonlyMap<number, { readonly fault: Fault; readonly name: string }>,
): void {
  const attempts = new Map<number, number>();
  holdTimers((ms) => {
    const call = hanging.get(ms);
    if (!call) return undefined;
    const count = (attempts.get(ms) ?? 0) + 1;
    attempts.set(ms, count);
    const query = new URLSearchParams({ ...call, count: String(count) });
    return fetch(`${baseUrl}${attemptsPath}?${query}`).then(() => undefined);
  });
}

function describeError(error: unknown): string {
  if (error instanceof TurnoutApiError) {
    return [error.name, error.status, error.type, error.code].join(' ').trim();
  }
  if (error instanceof TurnoutError) return error.name;
  throw error;
}

/** The payment of a webhook, or the name of the error. */
export const verifiedPayment = (
  rawBody: string,
  headers: Readonly<Record<string, string>>,
  secret: string,
): Promise<string> =>
  verifyWebhook(rawBody, headers, secret).then(
    ({ content }) => JSON.stringify(content),
    describeError,
  );
