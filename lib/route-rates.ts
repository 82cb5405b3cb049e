import { isKeyless, methodsOf } from '#platform/http/operation.ts';
import {
  type DeployedOperation,
  type DeployedVaultOperation,
  vaultOperations,
} from './deployed-operations.ts';

/** How many requests API Gateway lets through; it answers more with 429. */
export interface Rate {
  /** Requests a second, on average. */
  readonly rate: number;
  /** Requests at once. */
  readonly burst: number;
}

/** Rates by the key of a route, such as `POST /webhooks/{merchant_id}/{connector}`. */
export type RouteRates = Readonly<Record<string, Rate>>;

/** The rates of an API's stage. */
export interface StageRates {
  /** That of each route without one of its own. */
  readonly others: Rate;
  readonly routes: RouteRates;
}

/** The rate of an API whose routes need no rates of their own. */
export const wholeRate: Rate = { rate: 5_000, burst: 2_500 };

/** The route of every request that no other route matches: preflights of browsers, and guesses. */
export const defaultRoute = '$default';

type RatedRoute = Pick<DeployedOperation | DeployedVaultOperation, 'auth' | 'method' | 'path'>;

/** The keys of an operation's routes in API Gateway, such as `GET /health`. */
export const routeKeysOf = (operation: RatedRoute): readonly string[] =>
  methodsOf(operation).map((method) => `${method} ${operation.path}`);

/** Monitors and previews of links ask for the head of a page, and rarely. */
const headRate: Rate = { rate: 4, burst: 2 };

/**
 * The rates of the switch: routes that need no key have rates of their own, so that requests to
 * them take nothing from payments. All rates together, those of the vault too, are below AWS's
 * default limit for an account: 10,000 a second and 5,000 at once.
 *
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-throttling.html
 */
export const switchRates = (served: readonly DeployedOperation[]): StageRates => ({
  others: wholeRate,
  routes: {
    [defaultRoute]: { rate: 300, burst: 150 },
    ...ratesOf(served, ({ name, method }) => {
      // Processors send the webhooks of all merchants; one that repeats them tries for days.
      if (name === 'incoming-webhooks.receive') return { rate: 500, burst: 250 };
      // Payers on their way back from a bank, through a 3-D Secure server beside the processor.
      if (/^authentications\.|authenticate-return/.test(name)) return { rate: 75, burst: 37 };
      // Payers on their way to a bank's page and back.
      if (name.startsWith('payments.') && method === 'GET') return { rate: 200, burst: 100 };
      // Payees open few links, and only the status page of a payer is loaded by itself.
      if (name === 'payout-links.show') return { rate: 30, burst: 15 };
      if (name === 'collect-links.show') return { rate: 20, burst: 10 };
      if (name === 'payment-links.show-status') return { rate: 80, burst: 40 };
      // A load balancer's or a monitor's question; containers answer it once a second.
      if (name === 'health.ready') return { rate: 20, burst: 10 };
      // Programs read the matrix, and processors check an address, once in a while.
      if (/^feature-matrix|check-address$/.test(name)) return { rate: 50, burst: 25 };
      return { rate: 100, burst: 50 };
    }),
  },
});

/** The same for the vault. */
export const vaultRates = (): StageRates => ({
  others: { rate: 1_500, burst: 750 },
  routes: {
    [defaultRoute]: { rate: 50, burst: 25 },
    ...ratesOf(vaultOperations, () => ({ rate: 100, burst: 50 })),
  },
});

const ratesOf = <T extends RatedRoute>(
  all: readonly T[],
  rateOf: (operation: T) => Rate,
): RouteRates =>
  Object.fromEntries(
    all.filter(isKeyless).flatMap((one) => {
      const [own = '', ...heads] = routeKeysOf(one);
      return [[own, rateOf(one)], ...heads.map((head): [string, Rate] => [head, headRate])];
    }),
  );
