import { marks } from 'turnout:marks';
import { markName } from '#switch/checkout/mark-name.ts';
import { markOf, marksOf, namedMarks } from '#switch/checkout/method-marks.ts';
import { PaymentMethod, typesOf } from '#vocabulary/payment-methods.ts';

const all = namedMarks(marks());

describe('the marks of payment methods', () => {
  it('every mark is an SVG below 1 KB that runs no script and loads nothing', () => {
    for (const [name, svg] of Object.entries(marks())) {
      expect([name, svg.length < 1_000]).toEqual([name, true]);
      expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 40 24">/);
      expect(svg.replace('http://www.w3.org/2000/svg', '')).not.toMatch(
        /<script|<image|<use|href|url\(|style=|on\w+=|https?:/,
      );
    }
  });

  it('every payment method has a mark, and the commonest have their own', () => {
    const known = new Set(Object.keys(marks()).map(markName));
    const named = PaymentMethod.options.flatMap((method) =>
      typesOf[method].map((type) => markOf(all, method, type)),
    );
    expect(named.filter((name) => !known.has(name))).toEqual([]);
    const own = new Set(named.filter((name) => !name.startsWith('any')));
    expect(own.size).toBeGreaterThanOrEqual(20);
    expect([...own]).toEqual(expect.arrayContaining(['ideal', 'paypal', 'klarna', 'sepa', 'pix']));
  });

  it('a page gets the marks of its own methods and networks, and no others', () => {
    const method = {
      id: 'card',
      name: 'Card',
      method: 'card',
      fields: [],
      known: [],
      surcharge: 0,
    };
    const shown = marksOf(all, [
      { ...method, mark: markOf(all, 'card'), networks: ['Visa', 'AmericanExpress', 'Pulse'] },
      { ...method, id: 'bank_redirect.ideal', mark: markOf(all, 'bank_redirect', 'ideal') },
    ]);
    expect(Object.keys(shown)).toEqual(['anycard', 'visa', 'americanexpress', 'ideal']);
    expect(shown.visa).toContain('<title>Visa</title>');
  });
});
