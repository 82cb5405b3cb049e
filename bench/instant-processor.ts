import * as v from 'valibot';

/** Answers a call of the sandbox processor's API, given its path and its body. */
export type Processor = (path: string, body: string) => string;

const Charge = v.object({
  amount: v.number(),
  currency: v.string(),
  capture_method: v.string(),
});
type Charge = v.InferOutput<typeof Charge>;
const Part = v.object({ amount: v.number() });

const failure = { next_action: null, error: null };

/**
 * A processor that performs every request at once and has the sandbox processor's API. It keeps
 * charges in memory and has no database, so that its own work does not distort the measurement.
 */
export function instantProcessor(): Processor {
  const charges = new Map<string, Charge>();

  return (path, body) => {
    const [, reference = '', about = '', part = ''] =
      /\/payments\/([^/]+)(?:\/(captures|refunds|void)(?:\/([^/]+))?)?$/.exec(path) ?? [];
    const input: unknown = JSON.parse(body);
    if (about === '') charges.set(reference, v.parse(Charge, input));
    const charge = charges.get(reference);
    if (!charge) throw new Error(`Nothing was charged as ${reference}.`);
    const { amount, currency, capture_method } = charge;
    const payment = { id: `txn_${reference}`, reference, amount, currency, ...failure };
    switch (about) {
      case 'captures': {
        const capture = { amount: v.parse(Part, input).amount, status: 'charged' };
        return JSON.stringify({
          ...capture,
          currency,
          error: null,
          payment: {
            ...payment,
            status: capture.amount < amount ? 'partly_captured' : 'succeeded',
            amount_captured: capture.amount,
            captures: [{ ...capture, id: `cap_${part}`, reference: part }],
          },
        });
      }
      case 'refunds': {
        const { amount } = v.parse(Part, input);
        const refund = { id: `re_${part}`, reference: part, status: 'succeeded', amount, currency };
        return JSON.stringify({ ...refund, error: null });
      }
      case 'void':
        return JSON.stringify({ ...payment, status: 'voided' });
      default:
        return JSON.stringify({
          ...payment,
          status: capture_method === 'manual' ? 'authorized' : 'succeeded',
        });
    }
  };
}
