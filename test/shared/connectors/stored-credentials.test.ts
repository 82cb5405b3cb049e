import type { Order } from '#connectors/interface/order.ts';
import type { Authorization } from '#connectors/interface/payments.ts';
import { connectorNamed } from '#connectors/registry.ts';
import { decodeForm } from '#platform/formats/bracketed-form.ts';
import type { HttpRequest } from '#platform/http/egress/http-message.ts';
import { aCharge } from '../../support/processors/a-charge.ts';
import { connectorFacts, factsOf } from '../../support/processors/all-connector-facts.ts';
import { anAccountAt } from '../../support/processors/an-exchange.ts';
import type { UseOfCard } from '../../support/processors/connector-facts.ts';
import { describedExchange } from '../../support/processors/described-exchange.ts';
import { it } from '../../support/runner/empty-tables.ts';

const customer = { initiator: { by: 'customer' } } as const;
const recurring = { initiator: { by: 'merchant', why: 'recurring' } } as const;
const unscheduled = { initiator: { by: 'merchant', why: 'unscheduled' } } as const;

/** Who starts the charge, whether it is the first, and why. */
const uses = [
  ['customer, first, recurring', customer],
  ['customer, first, unscheduled', customer],
  ['customer, later, recurring', customer],
  ['customer, later, unscheduled', customer],
  ['merchant, first, recurring', recurring],
  ['merchant, first, unscheduled', unscheduled],
  ['merchant, later, recurring', recurring],
  ['merchant, later, unscheduled', unscheduled],
] as const satisfies readonly (readonly [UseOfCard, Order])[];

const cases = [...connectorFacts].flatMap(([name, { storedCredentials }]) => {
  const { mandate, given = {}, more = [] } = storedCredentials;
  const first = { futureUsage: 'off_session' } as const;
  const later = { source: { kind: 'connector_mandate', connectorMandateId: mandate } } as const;
  return [
    ...uses.map(([use, order]) => {
      const charge = { ...(given[use] ?? (use.includes('first') ? first : later)), order };
      return [name, use, charge, storedCredentials.cases[use]] as const;
    }),
    ...more.map(([use, changes, said]) => [name, use, changes, said] as const),
  ];
});

it.each(cases)(
  'the charge of a card at %s says whose it is, and whether it is stored: %s',
  (name, _, changes, said) => {
    expect(saidIn(name, requestOf(name, changes))).toEqual(said);
  },
);

/** The request of the charge itself, after the steps before it. */
function requestOf(name: string, { order, ...changes }: Partial<Authorization>): HttpRequest {
  const { descriptions, storedCredentials } = factsOf(name);
  const input = aCharge(name, {
    ...changes,
    order: {
      ...customer,
      customer: { id: 'cus_1', connectorCustomerId: storedCredentials.customer ?? 'cust_1' },
      customerAcceptance: { type: 'online' },
      ...order,
    },
  });
  const account = anAccountAt(name);
  const { authorize } = connectorNamed(name) ?? {};
  if (!authorize) throw new Error(`${name} authorizes.`);
  const exchange = describedExchange(descriptions, authorize);
  let request = exchange.request(input, account);
  for (const answer of storedCredentials.before ?? []) {
    if (request.step === undefined) return request;
    const response = { status: 200, headers: {}, body: JSON.stringify(answer) };
    const reading = exchange.outcome(response, input, account);
    if (!('next' in reading)) throw new Error(`${name} did not charge the card.`);
    request = reading.next;
  }
  return request;
}

/** The members of a request that say so, by their paths. */
function saidIn(name: string, { body = '' }: HttpRequest): object {
  const { within, members } = factsOf(name).storedCredentials;
  const sent: unknown = body.startsWith('{') ? JSON.parse(body) : decodeForm(body);
  const object = within === undefined ? sent : memberAt(sent, within);
  return Object.fromEntries(
    members.flatMap((path) => {
      const value = memberAt(object, path);
      return value === undefined ? [] : [[path, value]];
    }),
  );
}

const memberAt = (value: unknown, path: string): unknown =>
  path.split('.').reduce((one: unknown, name) => Object(one)[name], value);
