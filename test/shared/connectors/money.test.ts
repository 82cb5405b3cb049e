import fc from 'fast-check';
import * as v from 'valibot';
import { supportBy } from '#connectors/abilities.ts';
import { amountWanted } from '#connectors/abouts.ts';
import { canExpress, decimalsAt, smallestStep } from '#connectors/formats/processor-amounts.ts';
import type { About } from '#connectors/interface/about.ts';
import type { CurrencyTable } from '#connectors/interface/currency-table.ts';
import type { StepRequest } from '#connectors/interface/exchange.ts';
import { connectorNamed } from '#connectors/registry.ts';
import { Currency } from '#vocabulary/currencies.ts';
import { minorUnitDigits } from '#vocabulary/minor-unit-digits.ts';
import { aCharge } from '../../support/processors/a-charge.ts';
import {
  connectorFacts,
  factsOf,
  provenAbouts,
} from '../../support/processors/all-connector-facts.ts';
import { anAccountAt } from '../../support/processors/an-exchange.ts';

const processors = provenAbouts.flatMap((about): readonly (readonly [string, About])[] =>
  about.addresses ? [[about.name, about]] : [],
);

/** The currencies that a processor charges cards in, with the number of decimals there. */
const tableOf = ({ currencies }: About): CurrencyTable => {
  if (!currencies) throw new Error('A processor without a table of currencies.');
  return currencies;
};

const sides = { captureMethod: 'manual', captureNumber: 1, isFinal: true } as const;
const kept = {
  authorize_id: 'auth_1',
  capture_id: 'cap_1',
  creditCard: JSON.stringify({ cardNumber: 'XXXX4242', expirationDate: 'XXXX' }),
};

/** A processor's requests with an amount: a charge, where it begins with it, and later ones. */
function requestsOf(about: About, amountMinor: number, currency: string): readonly StepRequest[] {
  const connector = connectorNamed(about.name);
  if (!connector) throw new Error('No such connector.');
  const account = anAccountAt(about.name);
  const payment = {
    reference: 'pay_1_1',
    connectorName: about.name,
    amountMinor,
    currency,
    ...sides,
    connectorTransactionId: 'processors_1',
    connectorMetadata: kept,
  };
  const charge = connector.authorize.request(aCharge(about.name, payment), account);
  const refund = connector.refund?.request(
    { reference: 'ref_1', connectorName: about.name, amountMinor, currency, payment },
    account,
  );
  const capture = connector.capture?.request(
    { ...payment, captureReference: 'pay_1_1_1', captureMinor: amountMinor },
    account,
  );
  return [charge, refund, capture].flatMap((one) => (one ? [one] : []));
}

const amountNames = /^(?:amount|value|total|totalAmount|amount_to_capture)$/;

/** The amounts in a request, whatever its form. */
function amountsIn({ body = '' }: StepRequest): readonly string[] {
  const isJson = body.startsWith('{');
  const form = isJson ? [] : [...new URLSearchParams(body)];
  return isJson
    ? amountsWithin(JSON.parse(body))
    : form.flatMap(([name, value]) => (amountNames.test(name) ? [value] : []));
}

/** Without the parts of an amount, such as its shipping, of which there are none here. */
const amountsWithin = (value: unknown): readonly string[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([name, member]) =>
        name === 'breakdown'
          ? []
          : amountNames.test(name) && /^\d+(?:\.\d+)?$/.test(String(member))
            ? [String(member)]
            : amountsWithin(member),
      );

/** An amount in millionths of a major unit, by the digits it is written with. */
function millionths(text: string, decimals: number): bigint {
  const [whole = '', fraction = ''] = text.split('.');
  const digits = `${whole}${fraction}`;
  return BigInt(digits) * 10n ** BigInt(6 - fraction.length - decimals);
}

const named = [...connectorFacts.keys()];

it('money is counted by a table at every processor', () => {
  expect(processors.map(([name]) => name).sort()).toEqual(named.sort());
  for (const [, about] of processors) {
    const { source, listed, decimals = {}, zeros = {} } = tableOf(about);
    expect(source).toMatch(/^https:\/\//);
    expect(listed.filter((one) => !v.is(Currency, one))).toEqual([]);
    expect(new Set(listed).size).toBe(listed.length);
    for (const currency of [...Object.keys(decimals), ...Object.keys(zeros)]) {
      expect([currency, listed.includes(currency)]).toEqual([currency, true]);
    }
  }
});

describe.each(processors)('an amount that leaves for %s', (name, about) => {
  const table = tableOf(about);
  const written = factsOf(name).amounts;

  it("an amount sent to a processor equals, by the currency table, the merchant's amount, in each currency", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99_999 }), (steps) => {
        for (const currency of table.listed) {
          const amountMinor = steps * smallestStep(table, currency);
          const asked = millionths(String(amountMinor), minorUnitDigits(currency));
          const decimals = written === 'minor' ? decimalsAt(table, currency) : 0;
          const left = requestsOf(about, amountMinor, currency).flatMap(amountsIn);
          expect([currency, left.length > 0]).toEqual([currency, true]);
          for (const amount of left) {
            expect([currency, amount, millionths(amount, decimals)]).toEqual([
              ...[currency, amount, asked],
            ]);
          }
        }
      }),
      { numRuns: 5 },
    );
  });

  it('an amount that leaves has no more decimals than the processor gives the currency', () => {
    if (written === 'minor') return;
    for (const currency of table.listed) {
      const minor = 7 * smallestStep(table, currency);
      for (const amount of requestsOf(about, minor, currency).flatMap(amountsIn)) {
        const [, decimals = ''] = amount.split('.');
        expect([currency, decimals.replace(/0+$/, '').length]).toEqual([
          currency,
          Math.min(decimals.replace(/0+$/, '').length, decimalsAt(table, currency)),
        ]);
      }
    }
  });

  it('an amount is refused before anything is sent where the processor cannot express it', () => {
    for (const currency of table.listed) {
      const step = smallestStep(table, currency);
      if (step === 1) continue;
      const amountMinor = 7 * step + 1;
      expect(canExpress(table, amountMinor, currency)).toBe(false);
      expect(amountWanted(name, amountMinor, currency)).toContain(`a multiple of ${step} minor`);
      const card = { method: 'card', currency, amountMinor } as const;
      expect(supportBy(about, card)).toEqual({ obstacle: 'amount' });
      expect(supportBy(about, { ...card, amountMinor: 7 * step }).ability).toBeDefined();
      expect(() => requestsOf(about, amountMinor, currency)).toThrow(RangeError);
    }
  });

  it('an amount is refused in a currency that the processor’s page does not list', () => {
    const others = Currency.options.filter((one) => !table.listed.includes(one));
    for (const currency of others) {
      expect(supportBy(about, { method: 'card', currency })).toEqual({ obstacle: 'market' });
    }
    for (const { currencies = [] } of about.methods) {
      expect(currencies.filter((one) => !table.listed.includes(one))).toEqual([]);
    }
  });
});
