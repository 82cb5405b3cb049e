import { ibanFlaw } from '#vocabulary/account-numbers/iban.ts';

/** The examples of the registry of IBANs, of a country each. */
// biome-ignore format: numbers read better in rows.
const examples = [
  'AD1200012030200359100100', 'AE070331234567890123456', 'AT611904300234573201',
  'BE68539007547034', 'BG80BNBG96611020345678', 'CH9300762011623852957',
  'CY17002001280000001200527600', 'CZ6508000000192000145399', 'DE89370400440532013000',
  'DK5000400440116243', 'EE382200221020145685', 'ES9121000418450200051332',
  'FI2112345600000785', 'FR1420041010050500013M02606', 'GB29NWBK60161331926819',
  'GI75NWBK000000007099453', 'GR1601101250000000012300695', 'HR1210010051863000160',
  'HU42117730161111101800000000', 'IE29AIBK93115212345678', 'IS140159260076545510730339',
  'IT60X0542811101000000123456', 'LI21088100002324013AA', 'LT121000011101001000',
  'LU280019400644750000', 'LV80BANK0000435195001', 'MC5811222000010123456789030',
  'MT84MALT011000012345MTLCAST001S', 'NL91ABNA0417164300', 'NO9386011117947',
  'PL61109010140000071219812874', 'PT50000201231234567890154', 'RO49AAAA1B31007593840000',
  'SE4550000000058398257466', 'SI56263300012039086', 'SK3112000000198742637541',
  'SM86U0322509800000000270100', 'VA59001123000012345678', 'SC18SSCB11010000000000001497USD',
];

describe('an IBAN', () => {
  it.each(examples)('%s of the registry is an IBAN', (iban) => {
    expect(ibanFlaw(iban)).toBeUndefined();
  });

  it.each(examples)('%s with one other digit is no IBAN', (iban) => {
    for (const [at, one] of [...iban].entries()) {
      if (at < 2 || !/\d/.test(one)) continue;
      const other = iban.slice(0, at) + ((Number(one) + 1) % 10) + iban.slice(at + 1);
      expect(ibanFlaw(other)).toEqual({ kind: 'check digits' });
    }
  });

  it.each([
    ['DE001234', { kind: 'length', country: 'DE', length: 22 }],
    ['DE893704004405320130000', { kind: 'length', country: 'DE', length: 22 }],
    ['NO93860111179470', { kind: 'length', country: 'NO', length: 15 }],
    ['1234', { kind: 'country' }],
    ['', { kind: 'country' }],
    ['XX00123456789012', { kind: 'check digits' }],
    ['MA64011519000001205000534921', undefined],
  ])('%s has the flaw %j', (iban, flaw) => {
    expect(ibanFlaw(iban)).toEqual(flaw);
  });
});
