import type { BrowserContext, Page, Route } from 'playwright-core';
import { eventually } from '../runner/eventually.ts';
import type { RunningSwitch } from '../switch/switch.ts';

/** The requests of an open payment page, by their purpose. */
export const pageRequests = {
  /** The page asks for the payment. */
  ask: /\/payments\/pay_\w+\?client_secret=/,
  price: /\/payments\/\w+\/eligibility$/,
  confirm: /\/payments\/\w+\/confirm$/,
  /** The vault's form sends the card. */
  store: /\/api\/v1\/capture_form\b/,
  /** The page's data, made anew. */
  renew: /\/payment_link\/(?:s\/)?merchant_/,
} as const;
export type PageRequest = keyof typeof pageRequests;

/** What becomes of one request between the page and the server. */
type Fault = (route: Route, context: BrowserContext) => Promise<void>;

const answered =
  (status: number, body: object): Fault =>
  (route) =>
    route.fulfill({ status, contentType: 'application/json', body: JSON.stringify(body) });

const refused = (status: number, code: string): Fault =>
  answered(status, {
    error: { type: 'invalid_request', code, message: 'A message for developers' },
  });

const isOffline = `Object.defineProperty(navigator, 'onLine', { value: false, configurable: true })`;

/** The payer may have closed the page before. */
const goesOffline = (context: BrowserContext) => context.setOffline(true).catch(() => undefined);

/** Each fault as the payer's network or the server may cause it. */
const faults = {
  /** The request is lost on its way. */
  'request lost': (route) => route.abort('connectionreset'),
  /** The server has done it, and its answer is lost. */
  'answer lost': async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  },
  /** The same, and the connection stays away. */
  'answer lost offline': async (route, context) => {
    await route.fetch();
    await goesOffline(context);
    await route.abort('internetdisconnected');
  },
  'request lost offline': async (route, context) => {
    await goesOffline(context);
    await route.abort('internetdisconnected');
  },
  /** The page gets its answer, and is offline before it can go on. */
  'answered offline': async (route, context) => {
    const response = await route.fetch();
    // Offline, Chromium delivers no answer: until then only the page knows it.
    await route.request().frame().evaluate(isOffline);
    await route.fulfill({ response });
    // A connection that breaks off while the page reads the answer takes the answer with it.
    setTimeout(() => void goesOffline(context), 300);
  },
  'answered 503': answered(503, { message: 'Service Unavailable' }),
  'answered 429': answered(429, { message: 'Too Many Requests' }),
  /** The server has done it and answers 503, as API Gateway does after 30 seconds. */
  'done, answered 503': async (route, context) => {
    await route.fetch();
    await answered(503, { message: 'Service Unavailable' })(route, context);
  },
  /** The request reaches the server twice, as after a retry below the browser. */
  'sent twice': async (route) => {
    const [response] = await Promise.all([route.fetch(), route.fetch()]);
    await route.fulfill({ response });
  },
  /** The page gives up, and the request arrives at the server afterwards. */
  'arrives late': async (route) => {
    setTimeout(() => void route.fetch().catch(() => undefined), 1_500);
    await route.abort('timedout');
  },
  /** A network's sign-in page. */
  'sign-in page': (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Wi-Fi</title>' }),
  'never answered': async () => undefined,
  'answered "changing"': refused(422, 'HE_00'),
  'answered "no method"': refused(400, 'IR_39'),
  'answered "bad value"': refused(400, 'IR_07'),
  'answered "token gone"': refused(422, 'IR_29'),
  'answered "bad key"': refused(401, 'IR_01'),
  'answered "session over"': answered(401, {
    errors: { code: 'session_expired', title: 'Session Expired' },
  }),
  'answered "secret expired"': refused(400, 'IR_08'),
} as const satisfies Readonly<Record<string, Fault>>;
export type FaultName = keyof typeof faults;

/**
 * Applies a fault to requests of a purpose; others go through.
 *
 * @param after how many requests go through before
 */
export async function disturb(
  context: BrowserContext,
  request: PageRequest,
  fault: FaultName,
  times = 1,
  after = 0,
): Promise<void> {
  const apply: Fault = faults[fault];
  let seen = 0;
  await context.route(pageRequests[request], (route) => {
    const isOther =
      (request === 'store' && route.request().method() !== 'POST') ||
      (request === 'renew' && route.request().headers().accept !== 'application/json');
    if (isOther) return route.fallback();
    seen += 1;
    const isUntouched = seen <= after || seen > after + times;
    return isUntouched ? route.fallback() : apply(route, context);
  });
}

/** Waits until a time without a connection has begun: until then a request still gets its answer. */
export const disconnected = (page: Page): Promise<void> =>
  eventually(async () => {
    const isAway = await page.evaluate('fetch(location.href).then(() => false, () => true)');
    if (isAway !== true) throw new Error('The page still has a connection.');
  });

/** Ends a time without a connection, once it has begun. */
export async function reconnect(page: Page): Promise<void> {
  await disconnected(page);
  await page.evaluate('delete navigator.onLine');
  await page.context().setOffline(false);
}

/** How often money moved for a payment, by the books of the sandbox processor. */
export async function chargesOf({ items }: RunningSwitch, paymentId: string): Promise<number> {
  const ledger = await items('SANDBOX#');
  return ledger
    .filter(({ value }) => String(value.reference).startsWith(`${paymentId}_`))
    .flatMap(({ value }) => (Array.isArray(value.movements) ? value.movements : []))
    .filter((movement) => Object(movement).kind === 'charged').length;
}
