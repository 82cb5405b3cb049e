import { adyenConnector } from '#connectors/adyen/connector.ts';
import type { Order } from '#connectors/interface/order.ts';
import { aCharge } from '../../../support/processors/a-charge.ts';
import { anAccountAt } from '../../../support/processors/an-exchange.ts';
import { describedExchange } from '../../../support/processors/described-exchange.ts';
import { adyenFacts } from './facts.ts';

const authorize = describedExchange(adyenFacts.descriptions, adyenConnector().authorize);
const source = { kind: 'connector_mandate', connectorMandateId: 'M5N7' } as const;
const byCustomer = { initiator: { by: 'customer' }, customer: { id: 'cus_1' } } as const;

/** The body of the request for a charge of a stored card. */
const bodyOf = (order: Order) =>
  JSON.parse(
    authorize.request(aCharge('adyen', { source, order }), anAccountAt('adyen')).body ?? '',
  );

it('Adyen gets the presence of a customer who pays with a stored card, and the absence of one who does not', () => {
  const browser = {
    ipAddress: '192.0.2.1',
    userAgent: 'Test/1.0',
    acceptHeader: '*/*',
    language: 'nb',
    colorDepth: 24,
    screenHeight: 723,
    screenWidth: 1536,
    timeZone: 0,
  };
  const present = bodyOf({ ...byCustomer, browser });
  expect(present).toMatchObject({ shopperIP: '192.0.2.1', browserInfo: { userAgent: 'Test/1.0' } });
  const initiator = { by: 'merchant', why: 'recurring' } as const;
  const away = bodyOf({ ...byCustomer, initiator, browser });
  expect(away).not.toHaveProperty('shopperIP');
  expect(away).not.toHaveProperty('browserInfo');
});

it('a reference of the customer that is shorter than Adyen takes is made longer', () => {
  const referenceOf = (id: string) => bodyOf({ ...byCustomer, customer: { id } }).shopperReference;
  expect([referenceOf('c1'), referenceOf('cus_1')]).toEqual(['customer-c1', 'cus_1']);
});
