import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import type { Card } from '#connectors/interface/card.ts';
import { connectorNamed } from '#connectors/registry.ts';
import { aCard, aCharge } from '../../support/processors/a-charge.ts';
import { anAccountAt } from '../../support/processors/an-exchange.ts';

/** Cartes Bancaires with Visa, which Stripe publishes for tests. */
const number = '4000002500001001';

/** What a connector sends for a card, with its form's names decoded. */
function bodyOf(name: string, card: Partial<Card>): string {
  const request = connectorNamed(name)?.authorize.request(
    aCharge(name, { source: aCard({ number, ...card }) }),
    anAccountAt(name),
  );
  return decodeURIComponent(request?.body ?? '');
}

const inCartesBancaires = { network: 'CartesBancaires', isCoBadged: true } as const;
const inVisa = { network: 'Visa', isCoBadged: true } as const;

/** The member by which a processor's API takes the choice, in either network. */
const members = [
  [
    'stripe',
    'payment_method_options[card][network]=cartes_bancaires',
    'payment_method_options[card][network]=visa',
  ],
  ['adyen', '"brand":"cartebancaire"', '"brand":"visa"'],
  ['checkout', '"preferred_scheme":"cartes_bancaires"', '"preferred_scheme":"visa"'],
  [
    'worldpay',
    '"routing":{"preferredCardBrand":"cartesBancaires"}',
    '"routing":{"preferredCardBrand":"visa"}',
  ],
  ['cybersource', '"type":"036"', '"type":"001"'],
] as const;

it.each(members)('%s gets the network that the payer chose', (name, local, international) => {
  expect(bodyOf(name, inCartesBancaires)).toContain(local);
  expect(bodyOf(name, inCartesBancaires)).not.toContain(international);
  expect(bodyOf(name, inVisa)).toContain(international);
});

it.each(['adyen', 'checkout', 'worldpay'])(
  '%s gets no choice for a card of one network, even where the merchant states it',
  (name) => {
    const plain = bodyOf(name, {});
    expect(bodyOf(name, { network: 'Visa' })).toBe(plain);
    expect(plain).not.toMatch(/"brand"|preferred/);
  },
);

it('each local network has the name of the processors that take it', () => {
  const asked = (name: string, network: Card['network']) =>
    bodyOf(name, network ? { network, isCoBadged: true } : {});
  expect(asked('adyen', 'Bancontact')).toContain('"brand":"bcmc"');
  expect(asked('adyen', 'Dankort')).toContain('"brand":"dankort"');
  expect(asked('adyen', 'EftposAustralia')).toContain('"brand":"eftpos_australia"');
  expect(asked('stripe', 'EftposAustralia')).toContain('[network]=eftpos_au');
  expect(asked('worldpay', 'Dankort')).toContain('"preferredCardBrand":"dankort"');
  expect(asked('worldpay', 'EftposAustralia')).toContain('"preferredCardBrand":"eftposAU"');
  // A network that a processor's API does not name is not sent.
  expect(asked('stripe', 'Bancontact')).not.toContain('[network]');
  expect(asked('worldpay', 'Bancontact')).not.toContain('routing');
});

const description = join(import.meta.dirname, '../../../../shared/oracles/stripe-openapi.json');
const withDescription = existsSync(description) ? it : it.skip;
const Enum = v.object({ enum: v.array(v.string()) });

/** A member of a published description. */
const at = (document: unknown, path: readonly string[]): unknown =>
  path.reduce(
    (value, name) => (typeof value === 'object' && value ? Reflect.get(value, name) : undefined),
    document,
  );

withDescription(
  `Stripe's description at ${description} has each network that we send, skipped where it is absent`,
  () => {
    const text = readFileSync(description, 'utf8');
    const form = ['requestBody', 'content', 'application/x-www-form-urlencoded', 'schema'];
    const options = at(JSON.parse(text), [
      ...['paths', '/v1/payment_intents', 'post', ...form, 'properties'],
      ...['payment_method_options', 'properties', 'card', 'anyOf', '0', 'properties', 'network'],
    ]);
    const sent = (['Visa', 'Mastercard', 'CartesBancaires', 'EftposAustralia'] as const).map(
      (network) => /\[card\]\[network\]=(\w+)/.exec(bodyOf('stripe', { network }))?.[1],
    );
    expect(v.parse(Enum, options).enum).toEqual(expect.arrayContaining(sent));
  },
);
