import {
  incrementRefusals,
  startIncrement,
} from '#switch/payments/lifecycle/incremental-authorization.ts';
import type { Payment } from '#switch/payments/payment.ts';
import { maxAmountMinor } from '#switch/payments/request/net-amount.ts';
import { anAuthorizedPayment, noon } from '../../../../support/entities/a-payment.ts';
import { itStandsInOrder } from '../../../../support/runner/rule-order.ts';

const fixed = anAuthorizedPayment();
const raisable: Payment = { ...fixed, attempt: { ...fixed.attempt, incrementAllowed: true } };
const largest: Payment = {
  ...raisable,
  attempt: { ...raisable.attempt, amountMinor: maxAmountMinor + 2 },
};
const ofMandate = (limitMinor: number): Payment => ({
  ...raisable,
  mandate: {
    role: 'charged',
    id: 'man_1',
    kind: 'single_use',
    state: 'reserved',
    limitMinor,
    amountMinor: 1,
  },
});
const pending = startIncrement(raisable, { totalMinor: 3_000 }, noon);
const many: Payment = {
  ...pending.payment,
  increments: Array.from({ length: 20 }, () => pending.increment),
};

itStandsInOrder({
  rules: incrementRefusals,
  meetings: {
    'an increment of a failed payment is refused for the status': {
      rules: ['wrongStatus', 'notAllowed'],
      given: [{ ...fixed, status: 'failed' }, 3_000],
    },
    'an increment that the processor does not allow is refused before its amount is read': {
      rules: ['notAllowed', 'tooLarge'],
      given: [fixed, maxAmountMinor + 1],
    },
    'an increment beyond the largest amount is refused for that limit': {
      rules: ['tooLarge', 'noIncrease'],
      given: [largest, maxAmountMinor + 1],
    },
    'an increment to a lower amount is refused before the limit of its mandate': {
      rules: ['noIncrease', 'beyondMandate'],
      given: [ofMandate(1_000), 2_000],
    },
    'an increment beyond its mandate is refused for the mandate while another one is pending': {
      rules: ['beyondMandate', 'otherChange'],
      given: [{ ...pending.payment, mandate: ofMandate(1_000).mandate }, 4_000],
    },
    'an increment during another one is refused for that before the number of increments': {
      rules: ['otherChange', 'tooMany'],
      given: [many, 4_000],
    },
  },
});
