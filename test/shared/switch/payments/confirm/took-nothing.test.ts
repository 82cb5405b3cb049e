import type { PaymentOutcome } from '#connectors/interface/payments.ts';
import { tookNothing } from '#switch/payments/confirm/took-nothing.ts';

it.each<[string, PaymentOutcome]>([
  ['unknown', { result: 'unknown' }],
  ['pending', { result: 'pending' }],
  ['a challenge', { result: 'challenged', redirectUrl: 'https://x.example' }],
  ['a review by the processor', { result: 'held' }],
  ['authorized', { result: 'authorized' }],
  ['captured', { result: 'captured' }],
  ['another amount than requested', { result: 'integrity_mismatch', fields: 'amount' }],
  ['a declined capture', { result: 'declined', attemptStatus: 'capture_failed' }],
])('an outcome may have moved money when it is %s', (_, outcome) => {
  expect(tookNothing(outcome)).toBe(false);
});

it.each<[string, PaymentOutcome]>([
  ['a decline', { result: 'declined' }],
  ['an unsent request', { result: 'not_sent' }],
])('an outcome moved no money when it is %s', (_, outcome) => {
  expect(tookNothing(outcome)).toBe(true);
});
