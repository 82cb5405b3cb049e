/**
 * Cards that processors publish for tests: the first six digits, and the last four of each card. No
 * bank issues them, so live processors decline them.
 *
 * @see https://docs.stripe.com/testing
 * @see https://docs.adyen.com/development-resources/testing/test-card-numbers
 * @see https://developer.authorize.net/hello_world/testing_guide/
 * @see https://developer.paypal.com/braintree/docs/guides/credit-cards/testing-go-live/node
 * @see https://developer.worldpay.com/docs/access-worldpay/testing/payments-test-values/
 */
const published: Readonly<Record<string, string>> = {
  '222100': '0009',
  '222300': '0011 3222 9703 9711',
  '305693': '0004',
  '308800': '0017',
  '343434': '4343',
  '352800': '0000',
  '353011': '0000',
  '356600': '0505',
  '362272': '1667',
  '362596': '0004',
  '370000': '0002',
  '371449': '8431',
  '378282': '0005',
  '378734': '1000',
  '380000': '0006',
  '385200': '3237',
  '400002': '0000',
  '400005': '5556',
  '400006': '0006',
  '400011': '1115',
  '400551': '0004',
  '400700': '0027',
  '400934': '1881',
  '401200': '0026 7777',
  '401288': '1881 8888',
  '403550': '0008',
  '410000': '0019',
  '411111': '1111 1142',
  '416667': '6746',
  '421765': '1119',
  '424242': '4242',
  '429318': '0008',
  '444433': '1111',
  '446203': '0000',
  '450060': '0061',
  '464646': '4644',
  '491183': '0000',
  '491730': '0000',
  '491761': '0000 0003',
  '498808': '0000',
  '498843': '4305',
  '510510': '5100',
  '516361': '3613',
  '520082': '8210',
  '542400': '0015',
  '545454': '5454',
  '555555': '4444',
  '601100': '0000 0009 0012 9424',
  '601111': '1117',
  '601198': '1113',
  '620000': '0005',
  '622126': '7766',
  '622149': '0818',
  '622316': '0014',
  '624303': '0001',
  '630400': '0000',
  '675964': '8453',
};

/** How most of Stripe's test cards begin, among them those of each country. */
const stripesRange = '400000';

/** Whether a processor publishes the card for tests. */
export function isTestCard(number: string): boolean {
  const firstSix = number.slice(0, 6);
  const lastFour = published[firstSix]?.split(' ') ?? [];
  return firstSix === stripesRange || lastFour.includes(number.slice(-4));
}
