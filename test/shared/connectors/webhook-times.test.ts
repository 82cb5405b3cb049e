import { connectorNamed } from '#connectors/registry.ts';

const item = {
  eventCode: 'AUTHORISATION',
  success: 'true',
  pspReference: 'psp_1',
  eventDate: '2023-11-14T22:13:20+01:00',
};
const xml =
  '<notification><timestamp type="datetime">2023-11-14T21:13:20Z</timestamp><kind>check</kind></notification>';
const payload = Buffer.from(xml).toString('base64');

/** One moment as each processor writes it. */
const events: readonly [string, string][] = [
  ['stripe', JSON.stringify({ type: 'charge.updated', created: 1_699_996_400 })],
  ['adyen', JSON.stringify({ notificationItems: [{ NotificationRequestItem: item }] })],
  ['checkout', JSON.stringify({ type: 'card_updated', created_on: '2023-11-14T21:13:20Z' })],
  ['paypal', JSON.stringify({ event_type: 'X', create_time: '2023-11-14T21:13:20.000Z' })],
  ['authorizedotnet', JSON.stringify({ eventDate: '2023-11-14T21:13:20.0000000Z' })],
  ['worldpay', JSON.stringify({ eventTimestamp: '2023-11-14T21:13:20Z' })],
  ['braintree', new URLSearchParams({ bt_signature: 'a|b', bt_payload: payload }).toString()],
];

it.each(events)('the event in a webhook of %s has the time in the webhook', (name, body) => {
  const happenedAt = connectorNamed(name)?.webhooks?.happenedAt;
  expect(happenedAt?.({ headers: {}, body })).toEqual(new Date('2023-11-14T21:13:20Z'));
});

it.each(events)('the event in a webhook of %s without a date is not dated', (name) => {
  const happenedAt = connectorNamed(name)?.webhooks?.happenedAt;
  for (const body of ['{}', '', 'a[b=1', '{"created":"x","created_on":"x"}']) {
    expect(() => happenedAt?.({ headers: {}, body })).toThrow();
  }
});
