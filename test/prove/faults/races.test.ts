import { drawnByDay } from '../../support/runner/drawn-by-day.ts';
import { countOfNight } from '../../support/switch/night.ts';
import { duels, fight, ordersOf, races } from './races.ts';
import { type InitialState, initialState } from './simulated-switch.ts';

const { each } = drawnByDay('races');

/** `npm run nightly` runs two hundred rounds, `npm run bench -- --only races` a thousand; both every order. */
const night = countOfNight();
const rounds = night ?? 5;
const orders = night === undefined ? 60 : Number.POSITIVE_INFINITY;
const longestMs = 3_600_000;

let from: InitialState;
beforeAll(async () => {
  from = await initialState(['shop_east', 'shop_west']);
});

describe('two simultaneous requests', () => {
  each(races)(
    '$name',
    async ({ round }) => {
      for (let seed = 1; seed <= rounds; seed++) {
        expect([seed, ...(await round(from, seed))]).toEqual([seed]);
      }
    },
    longestMs,
  );
});

describe('two requests in any order of their calls', () => {
  each(duels)(
    '$name end well',
    async (duel) => {
      for (const order of await ordersOf(duel, from, orders)) {
        expect([order.join(''), ...(await fight(duel, from, order))]).toEqual([order.join('')]);
      }
    },
    longestMs,
  );
});
