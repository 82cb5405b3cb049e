import { isCnpj, isCpf } from '#vocabulary/account-numbers/brazilian-tax-number.ts';
import { isCreditorIdentifier } from '#vocabulary/account-numbers/creditor-identifier.ts';
import { isRoutingNumber } from '#vocabulary/account-numbers/routing-number.ts';

it.each([
  // The examples of the European Payments Council.
  ['DE98ZZZ09999999999', true],
  ['DE98ABC09999999999', true],
  ['FR72ZZZ123456', true],
  ['ES50ZZZM23456789', true],
  ['DE99ZZZ09999999999', false],
  ['DE98ZZZ09999999998', false],
  ['DE98ZZZ', false],
  ['de98zzz09999999999', false],
])('%s as a creditor identifier is valid: %s', (text, isValid) => {
  expect(isCreditorIdentifier(text)).toBe(isValid);
});

it.each([
  ['110000000', true],
  ['021000021', true],
  ['121000358', true],
  ['110000001', false],
  ['11000000', false],
  ['000000000', false],
])('%s as a routing number is valid: %s', (text, isValid) => {
  expect(isRoutingNumber(text)).toBe(isValid);
});

it.each([
  [isCpf, '11144477735', true],
  [isCpf, '11144477734', false],
  [isCpf, '11111111111', false],
  [isCnpj, '11222333000181', true],
  [isCnpj, '11222333000180', false],
  [isCnpj, '12ABC34501DE35', true],
])('%p of the number %s is %s', (check, text, isValid) => {
  expect(check(text)).toBe(isValid);
});
