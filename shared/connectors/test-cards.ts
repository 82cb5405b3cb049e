import { ownMember } from '#platform/own-member.ts';

/**
 * Cards that processors publish for tests: the first six digits, and the last four of each card.
 * Live processors decline them. A real card with the same ten digits is rare.
 *
 * @see https://docs.stripe.com/testing
 * @see https://docs.adyen.com/development-resources/testing/test-card-numbers
 * @see https://developer.authorize.net/hello_world/testing_guide/
 * @see https://developer.paypal.com/braintree/docs/guides/credit-cards/testing-go-live/node
 * @see https://www.checkout.com/docs/developer-resources/testing/test-cards
 * @see https://developer.paypal.com/credit-card-number-generator
 * @see https://dev.shift4.com/docs/testing
 * @see https://developer.worldpay.com/docs/access-worldpay/testing/payments-test-values/
 */
const published: Readonly<Record<string, string>> = {
  '222100': '0009',
  '222200': '0008',
  '222300': '0011 3222 9399 9703 9711',
  '301234': '9019',
  '305693': '0004 5904',
  '308800': '0017',
  '343434': '4343',
  '345678': '4564',
  '352800': '0000',
  '353011': '0000',
  '356600': '0505',
  '361328': '3102 9035 9303',
  '362272': '1667',
  '362596': '0004',
  '363650': '0260 0989 1265 6768 9373',
  '364615': '0013 0039',
  '370000': '0002',
  '371449': '8431',
  '376680': '6961',
  '378282': '0005',
  '378734': '1000',
  '380000': '0006',
  '385200': '3237',
  '400002': '0000',
  '400005': '5556',
  '400006': '0006',
  '400011': '1115',
  '400014': '5050 8456',
  '400551': '0004',
  '400700': '0027',
  '400934': '1881',
  '401200': '0007 0026 7777',
  '401288': '1881 8888',
  '402400': '1187 3027 4842 8227 8684 9866',
  '403550': '0008 6300',
  '409525': '2505',
  '410000': '0019',
  '411111': '1111 1129 1142',
  '415151': '5999',
  '416667': '6746',
  '421765': '1119',
  '424200': '0323',
  '424242': '4242',
  '429318': '0008',
  '436000': '0005',
  '442603': '8716',
  '444433': '1111',
  '446203': '0000',
  '448407': '5519',
  '448538': '2090',
  '450060': '0061',
  '453258': '1947',
  '453281': '7978',
  '453287': '4636',
  '454347': '9996',
  '454424': '3670',
  '455625': '2245',
  '455629': '7189',
  '456736': '1788',
  '457100': '0001',
  '464646': '4644',
  '465858': '0001',
  '465946': '5671',
  '472411': '1699',
  '473486': '3862',
  '477212': '3503',
  '481892': '1070',
  '486871': '0060 0723 9038',
  '487104': '9910',
  '489745': '5113',
  '490906': '9316',
  '491183': '0000',
  '491580': '7737',
  '491648': '4548',
  '491730': '0000',
  '491761': '0000 0003',
  '492922': '9113',
  '498808': '0000',
  '498843': '4305',
  '500018': '6654',
  '501955': '5555',
  '506351': '5047',
  '510510': '5100',
  '512564': '4267',
  '512788': '9990',
  '516361': '3613',
  '519999': '1465',
  '520082': '8210',
  '529400': '8401',
  '532987': '1910 4603 6727',
  '542400': '0015',
  '543603': '6378',
  '545454': '5454',
  '555555': '4444 1001',
  '601100': '0000 0009 0012 9424',
  '601111': '1117',
  '601127': '7338 8392',
  '601198': '1113',
  '620000': '0005',
  '620068': '0004 0038',
  '622126': '7766',
  '622149': '0818',
  '622316': '0014',
  '624303': '0001',
  '630400': '0000',
  '650772': '3241 4622 8600',
  '670344': '4449',
  '675964': '8453',
};

/** How most of Stripe's test cards begin, among them those of each country. */
const stripesRange = '400000';

/** Whether a processor publishes the card for tests. */
export function isTestCard(number: string): boolean {
  const firstSix = number.slice(0, 6);
  const lastFour = ownMember(published, firstSix)?.split(' ') ?? [];
  return firstSix === stripesRange || lastFour.includes(number.slice(-4));
}
