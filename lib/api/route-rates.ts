import { isKeyless, methodsOf } from '#platform/http/operation/operation.ts';
import {
  type DeployedOperation,
  type DeployedVaultOperation,
  operations,
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

/**
 * How many requests API Gateway lets through for a whole account in a Region, by default.
 *
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html
 */
const usualLimit: Rate = { rate: 10_000, burst: 5_000 };
const lowLimit: Rate = { rate: 2_500, burst: 1_250 };

/** The Regions with the lower limit, by the same page. */
const regionsOfLowLimit: ReadonlySet<string> = new Set([
  'af-south-1',
  'ap-south-2',
  'ap-southeast-3',
  'ap-southeast-4',
  'ap-southeast-5',
  'ap-southeast-7',
  'ca-west-1',
  'eu-central-2',
  'eu-south-1',
  'eu-south-2',
  'il-central-1',
  'me-central-1',
  'mx-central-1',
]);

/** The limit of an account that asked for no other; the usual one for an unknown Region. */
export const limitOfRegion = (region: string | undefined): Rate =>
  region !== undefined && regionsOfLowLimit.has(region) ? lowLimit : usualLimit;

/**
 * The part of an account's limit that the rates of all stages of a deployment are together. The
 * rest is for other APIs of the account: above the limit, API Gateway refuses requests of any.
 */
const partOfLimit = 0.9;

/** The route of every request that no other route matches: preflights of browsers, and guesses. */
export const defaultRoute = '$default';

type RatedRoute = Pick<DeployedOperation | DeployedVaultOperation, 'auth' | 'method' | 'path'>;

/** The keys of an operation's routes in API Gateway, such as `GET /health`. */
export const routeKeysOf = (operation: RatedRoute): readonly string[] =>
  methodsOf(operation).map((method) => `${method} ${operation.path}`);

/** Monitors and previews of links ask for the head of a page, and rarely. */
const headRate: Rate = { rate: 4, burst: 2 };

/** The account's limit, and whether the test processor has a part of it. */
export interface ApiLimits {
  readonly apiLimit: Rate;
  readonly hasSandbox: boolean;
}

/**
 * The rates of the switch: routes that need no key have rates of their own, so that requests to
 * them take nothing from payments.
 *
 * @param served the operations of the deployment; rates of other routes are kept free for them
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-throttling.html
 */
export const switchRates = (
  limits: ApiLimits,
  served: readonly DeployedOperation[] = operations,
): StageRates => ({ others: restFor('switch', limits), routes: ofSwitch(limits, served) });

/** The same for the vault. */
export const vaultRates = (limits: ApiLimits): StageRates => ({
  others: restFor('vault', limits),
  routes: ofVault(limits),
});

/** The same for the test processor, whose routes need no rates of their own. */
export const sandboxRates = (limits: ApiLimits): StageRates => ({
  others: restFor('sandbox', limits),
  routes: {},
});

/** The same for the receiver of the probe's webhooks, of which there are a few a minute. */
export const probeRates: StageRates = { others: { rate: 10, burst: 5 }, routes: {} };

/** The rates of routes without a key in an account with the usual limit. */
function usualRateOf({ name, method }: Pick<DeployedOperation, 'name' | 'method'>): Rate {
  // Processors send the webhooks of all merchants; one that repeats them tries for days.
  if (name === 'incoming-webhooks.receive') return { rate: 450, burst: 225 };
  // Payers on their way back from a bank, through a 3-D Secure server beside the processor.
  if (/^authentications\.|authenticate-return/.test(name)) return { rate: 70, burst: 35 };
  // Payers on their way to a bank's page and back.
  if (name.startsWith('payments.') && method === 'GET') return { rate: 180, burst: 90 };
  // Payees open few links, and only the status page of a payer is loaded by itself.
  if (name === 'payout-links.show') return { rate: 30, burst: 15 };
  if (name === 'collect-links.show') return { rate: 20, burst: 10 };
  if (name === 'payment-links.show-status') return { rate: 80, burst: 40 };
  // A load balancer's or a monitor's question; containers answer it once a second.
  if (name === 'health.ready') return { rate: 20, burst: 10 };
  // Programs read the matrix, and processors check an address, once in a while.
  if (/^feature-matrix|check-address$/.test(name)) return { rate: 40, burst: 20 };
  return { rate: 90, burst: 45 };
}

const ofSwitch = ({ apiLimit }: ApiLimits, served: readonly DeployedOperation[]): RouteRates => ({
  [defaultRoute]: within(apiLimit, { rate: 270, burst: 135 }),
  ...ratesOf(served, apiLimit, usualRateOf),
});

const ofVault = ({ apiLimit }: ApiLimits): RouteRates => ({
  [defaultRoute]: within(apiLimit, { rate: 40, burst: 20 }),
  ...ratesOf(vaultOperations, apiLimit, () => ({ rate: 90, burst: 45 })),
});

/** How the APIs share the requests for which no route has a rate of its own. */
const weights = { switch: 10, vault: 3, sandbox: 1 };

/** The rate of all other routes of an API: its share of the rest beside routes with own rates. */
function restFor(api: keyof typeof weights, limits: ApiLimits): Rate {
  const own = [
    ...Object.values(ofSwitch(limits, operations)),
    ...Object.values(ofVault(limits)),
    ...(limits.hasSandbox ? [probeRates.others] : []),
  ];
  const all = weights.switch + weights.vault + (limits.hasSandbox ? weights.sandbox : 0);
  const rest = (of: keyof Rate) => {
    const taken = own.reduce((sum, one) => sum + one[of], 0);
    return Math.floor(((partOfLimit * limits.apiLimit[of] - taken) * weights[api]) / all);
  };
  return { rate: rest('rate'), burst: rest('burst') };
}

/** A rate in an account with a lower limit than usual. A higher one is for requests with a key. */
function within(limit: Rate, { rate, burst }: Rate): Rate {
  const reduced = (of: keyof Rate, value: number) =>
    Math.max(1, Math.floor(value * Math.min(1, limit[of] / usualLimit[of])));
  return { rate: reduced('rate', rate), burst: reduced('burst', burst) };
}

const ratesOf = <T extends RatedRoute>(
  all: readonly T[],
  limit: Rate,
  rateOf: (operation: T) => Rate,
): RouteRates =>
  Object.fromEntries(
    all.filter(isKeyless).flatMap((one) => {
      const [own = '', ...heads] = routeKeysOf(one);
      return [
        [own, within(limit, rateOf(one))],
        ...heads.map((head): [string, Rate] => [head, within(limit, headRate)]),
      ];
    }),
  );
