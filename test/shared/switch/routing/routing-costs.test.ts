import { costOfRoutedPayment, longProgram } from '../../../support/entities/routing-costs.ts';

describe('a payment', () => {
  it('a payment costs the same with ten and with ten thousand routing algorithms on file', async () => {
    const few = await costOfRoutedPayment({ onFile: 10 });
    expect(await costOfRoutedPayment({ onFile: 10_000 })).toEqual(few);
  });

  it('a payment costs the same by the fallback list, by shares and by a program', async () => {
    const byFallback = await costOfRoutedPayment({});
    expect(
      await costOfRoutedPayment({
        active: (connector) => ({ type: 'volume_split', data: [{ connector, split: 1 }] }),
      }),
    ).toEqual(byFallback);
    expect(await costOfRoutedPayment({ active: (choice) => longProgram(50, choice) })).toEqual(
      byFallback,
    );
  });
});
