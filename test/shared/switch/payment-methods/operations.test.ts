import * as v from 'valibot';
import {
  BankTransfer,
  BankTransferData,
  CardDetail,
  CardUpdate,
  CompletingData,
  Wallet,
  WalletUpdate,
} from '#switch/payment-methods/instrument-variants.ts';
import {
  CreatePaymentMethodRequest,
  CustomerPaymentMethodResponse,
  CustomerPaymentMethodsResponse,
  DefaultPaymentMethodResponse,
  DeletePaymentMethodResponse,
  PaymentMethodResponse,
  UpdatePaymentMethodRequest,
} from '#switch/payment-methods/operations.ts';
import { loadStructure } from '../../../support/documents/structure.ts';

const accepts = (schema: v.GenericSchema, value: unknown) => v.safeParse(schema, value).success;
const number = '4242424242424242';
const long = (length: number) => 'ü'.repeat(length);
const card = { card_number: number, card_exp_month: '12', card_exp_year: '2031' };

describe('a card', () => {
  it.each<[string, unknown, unknown]>([
    ['card_number', '4242 4242 4242 4242', '4242-4242-4242-4242'],
    ['card_number', '4000100511112003', '4000100511112004'],
    ['card_holder_name', long(255), long(256)],
    ['card_holder_name', 'Ana 12345678901', 'Ana 123456789012'],
    ['card_holder_name', 'Ana Lima', 'Ana\nLima'],
    ['nick_name', '4242 4242', '4242 4242 4242'],
    ['card_network', 'AMEX', 'Amex'],
    ['nick_name', '4242 4242', '４２４２–４２４２–４２４２'],
    ['card_issuer', null, 7],
    ['card_issuer', 'EXAMPLE BANK', number],
    ['card_type', 'CREDIT', number],
    ['card_issuing_country', 'UNITEDKINGDOM', number],
    ['card_exp_month', '', null],
  ])('a card may have %s %j and not %j', (member, right, wrong) => {
    expect(accepts(CardDetail, { ...card, [member]: right })).toBe(true);
    expect(accepts(CardDetail, { ...card, [member]: wrong })).toBe(false);
  });

  it('a card may have an issuer that is no card number', () => {
    expect(accepts(CreatePaymentMethodRequest, { payment_method_issuer: 'EXAMPLE BANK' })).toBe(
      true,
    );
    expect(accepts(CreatePaymentMethodRequest, { payment_method_issuer: number })).toBe(false);
  });

  it('a card cannot be given another number', () => {
    expect(accepts(CardUpdate, { card_exp_month: '12' })).toBe(true);
    expect(accepts(CardUpdate, { card_number: number })).toBe(false);
  });
});

describe('data that is not a card', () => {
  const bank = { bank_account_number: '1', bank_name: 'A', bank_country_code: 'GB' };
  it.each<[string, v.GenericSchema, object, object]>([
    ['ach', BankTransfer, { ...bank, bank_routing_number: '2' }, bank],
    ['bacs', BankTransfer, { ...bank, bank_sort_code: '2' }, { bank_sort_code: '2' }],
    ['sepa', BankTransfer, { iban: 'GB1', bic: 'X' }, { iban: 'GB1', bic: 'X', colour: 'red' }],
    [
      'pix',
      BankTransferData,
      { payout_method_type: 'pix_key', pix_key: 'x' },
      { payout_method_type: 'pix_key', emv: 'x' },
    ],
    [
      'paypal',
      Wallet,
      { paypal: { email: 'a@example.com', telephone_number: '1', paypal_id: '2' } },
      { paypal: { email: 'a' } },
    ],
    [
      'apple pay',
      Wallet,
      { apple_pay_decrypt: { dpan: number, expiry_month: '1', expiry_year: '31' } },
      { apple_pay_decrypt: { dpan: '1', expiry_month: '1', expiry_year: '31' } },
    ],
    [
      'a bank debit',
      CompletingData,
      { bank_debit: { ach: { account_number: '1', routing_number: '2', bank_type: 'savings' } } },
      { bank_debit: { ach: { account_number: '1', routing_number: '2', bank_type: 'x' } } },
    ],
    ['data', CompletingData, { card }, {}],
  ])('a request with %s has its members and no others', (_, schema, right, wrong) => {
    expect(accepts(schema, right)).toBe(true);
    expect(accepts(schema, wrong)).toBe(false);
  });
});

const structure = loadStructure();
if (!structure) console.warn('The published structure is not here: its comparisons are skipped.');

(structure ? describe : describe.skip)('held against the published structure', () => {
  it.each([
    ['PaymentMethodCreate', CreatePaymentMethodRequest],
    ['PaymentMethodUpdate', UpdatePaymentMethodRequest],
    ['CardDetail', CardDetail],
    ['CardDetailUpdate', CardUpdate],
    ['PaymentMethodDataWalletInfo', WalletUpdate],
  ] as const)('the schema %s accepts every property, and no other', (name, { entries }) => {
    expect(Object.keys(entries).sort()).toEqual([...(structure?.properties(name) ?? [])].sort());
  });

  it.each([
    ['PaymentMethodResponse', PaymentMethodResponse],
    ['CustomerPaymentMethodsListResponse', CustomerPaymentMethodsResponse],
    ['CustomerPaymentMethod', CustomerPaymentMethodResponse],
    ['CustomerDefaultPaymentMethodResponse', DefaultPaymentMethodResponse],
    ['PaymentMethodDeleteResponse', DeletePaymentMethodResponse],
  ] as const)('the schema %s has every property', (name, { entries }) => {
    // No bank account is saved, and without one its member is left out.
    const published = structure?.properties(name).filter((one) => one !== 'bank_transfer') ?? [];
    expect(Object.keys(entries)).toEqual(expect.arrayContaining(published));
  });
});
