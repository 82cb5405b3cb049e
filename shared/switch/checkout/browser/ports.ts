import type { CheckoutData } from '../checkout-data.ts';
import { type CheckoutPorts, member, type Reply } from '../checkout-ports.ts';
import { pauseMs } from '../settle-confirm.ts';

/** How long the switch may take to answer, in milliseconds. A processor may take 30 seconds. */
const patienceMs = 45_000;

/** Whether the browser says that it is offline although the switch has just answered. */
let isMistaken = false;

/** Whether the browser knows that no request can leave it. */
export const isOffline = () => !navigator.onLine && !isMistaken;

/** The switch and the browser, as the page's script finds them; the page itself waits. */
export const browserPorts = (data: CheckoutData): Omit<CheckoutPorts, 'wait' | 'renew'> => ({
  // Asking changes nothing, so it is tried whatever the browser says of the connection.
  async get(path) {
    const query = new URLSearchParams({ client_secret: data.secret });
    const reply = await send(`${path}?${query}`, { headers: { 'api-key': data.key } });
    if (typeof reply === 'object') isMistaken = !navigator.onLine;
    return reply;
  },
  post: async (path, body) =>
    isOffline()
      ? 'not sent'
      : send(path, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'api-key': data.key },
          body: JSON.stringify({ client_secret: data.secret, ...body }),
        }),
  browser: () => ({
    user_agent: navigator.userAgent,
    accept_header: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    language: navigator.language,
    color_depth: screen.colorDepth,
    screen_height: screen.height,
    screen_width: screen.width,
    time_zone: new Date().getTimezoneOffset(),
    java_enabled: false,
    java_script_enabled: true,
  }),
  userAgent: navigator.userAgent,
  now: () => new Date(Date.now() + skewMs(data)),
});

/**
 * The page's own data, made anew; undefined where the payment cannot be paid any more, and
 * `no answer` where the switch does not answer.
 */
export async function loadPage(): Promise<CheckoutData | 'no answer' | undefined> {
  const headers = { accept: 'application/json' };
  const reply = await send(location.href, { headers }, (response) =>
    response.headers.get('content-type') === headers.accept ? response.json() : undefined,
  );
  if (typeof reply !== 'object' || reply.status >= 500) return 'no answer';
  return isData(reply.body) ? reply.body : undefined;
}

/** Our own server wrote the data. */
const isData = (body: unknown): body is CheckoutData => typeof member(body, 'madeAt') === 'string';

/** By how much the clock of the switch is ahead of that of the device, in milliseconds. */
let skew: { readonly madeAt: string; readonly ms: number } | undefined;
function skewMs({ madeAt }: CheckoutData): number {
  if (skew?.madeAt !== madeAt) skew = { madeAt, ms: Date.parse(madeAt) - Date.now() };
  return skew.ms;
}

/** How often an answer is asked for that does not come. */
const maxLoads = 6;

/** The JSON of an answer, also once the connection is back. Rejects without one. */
export async function load(data: CheckoutData, path: string): Promise<unknown> {
  for (let turn = 0; turn < maxLoads; turn += 1) {
    const reply = await browserPorts(data).get(path);
    if (typeof reply === 'object' && reply.status < 400) return reply.body;
    if (typeof reply === 'object') break;
    await new Promise((resolve) => {
      setTimeout(resolve, pauseMs(turn));
      addEventListener('online', resolve, { once: true });
    });
  }
  throw new Error('No answer.');
}

/**
 * Sends a request. It counts as lost when the connection breaks off, or when it takes too long. A
 * network's sign-in page is no JSON, and no answer of the switch.
 */
async function send(
  path: string,
  request: RequestInit,
  read = (response: Response): Promise<unknown> | undefined => response.json(),
): Promise<Reply> {
  const lost = new AbortController();
  const abort = () => lost.abort();
  const timer = setTimeout(abort, patienceMs);
  addEventListener('offline', abort);
  try {
    const response = await fetch(path, { ...request, credentials: 'omit', signal: lost.signal });
    return { status: response.status, body: await read(response) };
  } catch {
    return 'no answer';
  } finally {
    clearTimeout(timer);
    removeEventListener('offline', abort);
  }
}

/** The payment's status; undefined without an answer. */
export async function paymentStatus(data: CheckoutData): Promise<unknown> {
  const reply = await browserPorts(data).get(data.paths.payment);
  return typeof reply === 'object' ? member(reply.body, 'status') : undefined;
}
