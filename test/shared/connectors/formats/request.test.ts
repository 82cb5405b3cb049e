import * as v from 'valibot';
import { addressAs, nameIn } from '#connectors/formats/addresses.ts';
import { fourDigits, monthAndShortYear, yearAndMonth } from '#connectors/formats/expiry.ts';
import { refusalsOf } from '#connectors/formats/refusal.ts';
import { basic, credentialsOf, pathTo } from '#connectors/formats/request.ts';
import { exampleCredentials } from '../../../support/processors/example-credentials.ts';

it('credentials are taken in the forms of the processor, and in no other', () => {
  const account = { credentials: exampleCredentials('SignatureKey') };
  expect(credentialsOf('Shop', account, 'BodyKey', 'SignatureKey').key1).toBe('b');
  expect(() => credentialsOf('Shop', account, 'BodyKey', 'HeaderKey')).toThrow(
    'Shop takes BodyKey or HeaderKey.',
  );
});

it('a user and a password are written as RFC 7617 has it', () => {
  expect(basic('Aladdin', 'open sesame')).toBe('Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==');
});

it('a path escapes the id, and there is none without an id', () => {
  expect(pathTo('payments', 'a/b', 'The id', ['capture'])).toBe('payments/a%2Fb/capture');
  expect(() => pathTo('payments', undefined, 'The id', [])).toThrow('The id is not known.');
});

it('a refusal is read only with a status with which the processor refuses', () => {
  const refusals = refusalsOf('Shop', [422]);
  const answer = (status: number) => ({ status, headers: {}, body: '{"code":"no"}' });
  const Refusal = v.object({ code: v.string() });
  expect(refusals.read(Refusal, answer(422))).toEqual({ code: 'no' });
  expect(() => refusals.read(Refusal, answer(502))).toThrow('Shop does not refuse so.');
  expect(() => refusals.check({ status: 400 })).toThrow('Shop does not refuse so.');
});

it('an expiry is written with four digits of the year, or with two', () => {
  expect(['30', '2030'].map(fourDigits)).toEqual(['2030', '2030']);
  const expiry = { expiryMonth: '03', expiryYear: '30' };
  expect(yearAndMonth(expiry)).toBe('2030-03');
  expect(monthAndShortYear({ ...expiry, expiryYear: '2030' })).toBe('0330');
  expect(monthAndShortYear(expiry, '/')).toBe('03/30');
});

it('an address has the names and the order of the processor, and nothing for an unknown part', () => {
  const names = { town: 'city', street: 'line1', code: 'zip' } as const;
  const address = addressAs(names, { line1: 'Street 1', city: 'Oslo', zip: null });
  expect(Object.entries(address)).toEqual([
    ['town', 'Oslo'],
    ['street', 'Street 1'],
    ['code', undefined],
  ]);
  expect(nameIn({ address: { last_name: 'Doe' } })).toBe('Doe');
  expect([nameIn({ address: {} }), nameIn()]).toEqual([undefined, undefined]);
});
