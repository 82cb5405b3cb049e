import { captureRefusals } from '#switch/payments/lifecycle/captures.ts';
import { lifecycle } from '#switch/payments/lifecycle/lifecycle.ts';
import type { Payment } from '#switch/payments/payment.ts';
import type { PaymentStatus } from '#vocabulary/payment-statuses.ts';
import { aPayment, noon } from '../../../../support/entities/a-payment.ts';
import { itStandsInOrder } from '../../../../support/runner/rule-order.ts';

type Method = 'automatic' | 'manual' | 'manual_multiple';

/** A payment in this status, of which 25.99 EUR can be captured unless stated. */
const payment = (status: PaymentStatus, capture_method?: Method, leftMinor = 2_599): Payment =>
  aPayment({
    status,
    amountCapturableMinor: leftMinor,
    requestFields: { ...(capture_method && { capture_method }) },
  });

itStandsInOrder({
  rules: captureRefusals,
  meetings: {
    'a processing payment without a capture method is refused for the method': {
      rules: ['noMethod', 'onceOnly'],
      given: [payment('processing'), 2_599, {}],
    },
    'a failed payment without a capture method is refused for the method': {
      rules: ['noMethod', 'wrongStatus'],
      given: [payment('failed'), 2_599, {}],
    },
    'a second capture of a payment that is captured once is refused before its amount is read': {
      rules: ['onceOnly', 'noAmount'],
      given: [payment('processing', 'manual'), 0, { amountToCapture: 0 }],
    },
    'a capture of zero of a failed payment is refused for the status': {
      rules: ['wrongStatus', 'noAmount'],
      given: [payment('failed', 'manual'), 0, { amountToCapture: 0 }],
    },
    'a capture of too much of a failed payment is refused for the status': {
      rules: ['wrongStatus', 'tooMuch'],
      given: [payment('failed', 'manual', 0), 100, { amountToCapture: 100 }],
    },
    'a capture of zero is refused for the amount where the payment is captured automatically': {
      rules: ['noAmount', 'automatic'],
      given: [payment('requires_capture', 'automatic'), 0, { amountToCapture: 0 }],
    },
    'a capture of too much is refused for the amount where the payment is captured automatically': {
      rules: ['tooMuch', 'automatic'],
      given: [payment('requires_capture', 'automatic'), 2_600, { amountToCapture: 2_600 }],
    },
    'a capture without an amount is refused for the amount where nothing is left to capture': {
      rules: ['noAmount', 'unstatedPart'],
      given: [payment('requires_capture', 'manual_multiple', 0), 0, {}],
    },
    'a capture without an amount needs the amount before it needs an authorization': {
      rules: ['unstatedPart', 'notAuthorizedYet'],
      given: [payment('processing', 'manual_multiple'), 2_599, {}],
    },
    'a capture during a void is refused for the status while nothing is known to be authorized': {
      rules: ['notAuthorizedYet', 'otherChange'],
      given: [
        { ...payment('processing', 'manual_multiple'), voidAskedAt: noon.toISOString() },
        100,
        { amountToCapture: 100 },
      ],
    },
    'a capture without an amount needs the amount before a void can end': {
      rules: ['unstatedPart', 'otherChange'],
      given: [
        { ...payment('requires_capture', 'manual_multiple'), voidAskedAt: noon.toISOString() },
        2_599,
        {},
      ],
    },
  },
  apart: {
    pairs: [
      ['onceOnly', 'wrongStatus'],
      ['noAmount', 'tooMuch'],
      ['automatic', 'unstatedPart'],
    ],
    inputs: everyRequest(),
  },
});

/** Each status and capture method, with amounts around zero and around the capturable amount. */
function everyRequest() {
  const statuses = Object.keys(lifecycle) as PaymentStatus[];
  return statuses.flatMap((status) =>
    (['automatic', 'manual', 'manual_multiple'] as const).flatMap((method) =>
      [0, 1, 2_599].flatMap((leftMinor) =>
        [-1, 0, 1, 2_600, undefined].map(
          (amountToCapture) =>
            [
              payment(status, method, leftMinor),
              amountToCapture ?? leftMinor,
              { amountToCapture },
            ] as const,
        ),
      ),
    ),
  );
}
