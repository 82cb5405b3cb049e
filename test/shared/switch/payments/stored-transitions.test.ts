import fc from 'fast-check';
import type { Transition } from '#switch/payments/payment.ts';
import {
  allStoredSince,
  isStoredForGood,
  storedTransitions,
} from '#switch/payments/stored-transitions.ts';

const at = (version: number) => new Date(Date.UTC(2026, 0, 1) + version * 1_000).toISOString();
const numbered = (version: number): Transition => ({
  ...{ type: 'payment_failed', status: 'failed' },
  ...{ at: at(version), version },
});

/** The transitions that a payment stores after each of its saves; some saves add none. */
const histories = fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 80 }).map((steps) => {
  const states = [storedTransitions([numbered(1)])];
  let version = 1;
  for (const step of steps) {
    version += step;
    states.push(storedTransitions([...(states.at(-1) ?? []), numbered(version)]));
  }
  return states;
});

describe("a payment's stored transitions", () => {
  it('a transition that is stored for good when it is added is stored in every later state', () => {
    fc.assert(
      fc.property(histories, (states) => {
        states.forEach((state, index) => {
          const [added] = state.slice(-1);
          if (!added || !isStoredForGood(state, added)) return;
          for (const later of states.slice(index)) {
            expect(later).toContainEqual(added);
            expect(isStoredForGood(later, added)).toBe(true);
          }
        });
      }),
    );
  });

  it('a payment stores its latest twenty transitions, and 28 at most', () => {
    fc.assert(
      fc.property(histories, (states) => {
        const all = [...new Set(states.map((state) => state.at(-1)?.version))];
        const last = states.at(-1) ?? [];
        expect(last.map(({ version }) => version).slice(-20)).toEqual(all.slice(-20));
        expect(last.length).toBeLessThanOrEqual(28);
        expect(last.map(({ version }) => version)).toEqual(
          [...last.map(({ version }) => version)].sort((one, other) => one - other),
        );
      }),
    );
  });

  it('the time since which all are stored is stated once some may be left out', () => {
    const many = Array.from({ length: 40 }, (_, index) => numbered(index + 1));
    expect(allStoredSince([])).toBeUndefined();
    expect(allStoredSince(storedTransitions(many.slice(0, 27)))).toBeUndefined();
    expect(allStoredSince(storedTransitions(many))).toBe(at(21));
    // An earlier version stored the latest ones only.
    expect(allStoredSince(many.slice(-20))).toBe(at(21));
    expect(many.slice(-20).some((one) => isStoredForGood(many.slice(-20), one))).toBe(false);
  });
});
