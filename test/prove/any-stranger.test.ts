import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import type { Operation } from '#platform/http/operation/operation.ts';
import { askingLimits } from '#switch/incoming-webhooks/asking-budget.ts';
import { all, played, send } from '../scenarios/played.ts';
import {
  anyHeaders,
  anyQuery,
  type StrangersRequest,
  strangersRequest,
} from '../support/requests/strangers-requests.ts';
import { drawnByDay } from '../support/runner/drawn-by-day.ts';
import { countOfNight } from '../support/switch/night.ts';
import { type Address, strangersAddresses } from './strangers/addresses.ts';
import { faultsIn } from './strangers/faults.ts';
import { type StrangersGround, strangersGround, webhookSenders } from './strangers/ground.ts';

const { each } = drawnByDay('any-stranger');

const pages = all.filter(({ isPage }) => isPage);

/** At night so many requests in all, by day a few to each address. */
const total = countOfNight();
const weights = strangersAddresses.reduce((sum, { weight }) => sum + weight, pages.length);
const numRuns = total === undefined ? 12 : Math.ceil(total / weights);

let ground: StrangersGround;
let asked = 0;

beforeAll(async () => {
  ground = await strangersGround();
});

it('each operation, default route and adapter with webhooks is an address of the strangers', () => {
  expect(webhookSenders.length).toBeGreaterThan(9);
  expect(strangersAddresses.length).toBeGreaterThan(all.length + webhookSenders.length);
});

each(strangersAddresses.map((address) => [address.name, address] as const))(
  "a stranger's request is refused or answered as documented, and writes nothing: %s",
  async (_, address: Address) => {
    const requests = address.requests(await played(address.place));
    const { hidden } = (await ground.at(address.place)).secrets;
    await fc.assert(
      fc.asyncProperty(requests, async (request) => {
        asked += 1;
        const outcome = await ground.play(request.secondsLater, () => address.ask(ground, request));
        const faults = faultsIn({ ...outcome, address, request, hidden });
        if (faults.length > 0) expect({ faults, answer: outcome.answer }).toBe('no faults');
        // Timers and the collector of garbage get their turn among thousands of requests.
        if (asked % 100 === 0) await setImmediate();
      }),
      { numRuns: numRuns * address.weight },
    );
  },
);

const brought = ({ method }: Operation): fc.Arbitrary<StrangersRequest> =>
  fc.oneof(strangersRequest({ method }), fc.record({ headers: anyHeaders, query: anyQuery }));

/** So much later all that is in the address of a page has expired, in ms. */
const muchLaterMs = 400 * 86_400_000;

each(pages.map((operation) => [operation.name, operation] as const))(
  'no browser of a customer is answered with a server error, whatever it brings and however late: %s',
  async (_, operation) => {
    await fc.assert(
      fc.asyncProperty(brought(operation), fc.boolean(), async ({ query, ...request }, isLate) => {
        asked += 1;
        const { answer } = await send(
          operation,
          (own) => ({ ...own, ...request, query: { ...query, ...own.query } }),
          isLate ? muchLaterMs : 0,
        );
        expect(answer.status >= 500 && { answer, isLate }).toBe(false);
      }),
      { numRuns },
    );
  },
);

it("requests of strangers cause no more requests with a merchant's credentials than the limits of each account", () => {
  const { perSecond, perHour } = askingLimits;
  expect(ground.mostSent(1_000)).toBeLessThanOrEqual(perSecond);
  expect(ground.mostSent(3_600_000)).toBeLessThanOrEqual(perHour);
});

it('a night has as many requests of strangers as its count', () => {
  if (total !== undefined && process.env.DAY === 'all') expect(asked).toBeGreaterThanOrEqual(total);
});
