import { strangeCaptureRules } from '#switch/payments/lifecycle/reported-capture.ts';
import {
  anAuthorizedPayment,
  aProcessingPayment,
  noon,
} from '../../../../support/entities/a-payment.ts';
import { itStandsInOrder } from '../../../../support/runner/rule-order.ts';

const capture = {};

itStandsInOrder({
  rules: strangeCaptureRules,
  meetings: {
    'a sync decides about a pending capture that the merchant did not ask for': {
      rules: ['capturedElsewhere', 'pendingCapture'],
      given: [anAuthorizedPayment(), { capture, status: 'pending' }, noon],
    },
    'a sync decides about a failed capture that the merchant did not ask for': {
      rules: ['capturedElsewhere', 'takenBack'],
      given: [
        { ...anAuthorizedPayment(), status: 'succeeded' },
        { capture, status: 'failed' },
        noon,
      ],
    },
    'a pending capture of too much changes nothing yet': {
      rules: ['pendingCapture', 'overcaptured'],
      given: [aProcessingPayment(), { capture, status: 'pending', amountMinor: 9_999 }, noon],
    },
    'a failed capture of too much is reviewed as money that was taken back': {
      rules: ['takenBack', 'overcaptured'],
      given: [
        { ...aProcessingPayment(), status: 'succeeded' },
        { capture, status: 'failed', amountMinor: 9_999 },
        noon,
      ],
    },
  },
  apart: {
    pairs: [['pendingCapture', 'takenBack']],
    inputs: (['charged', 'pending', 'failed'] as const).map(
      (status) => [aProcessingPayment(), { capture, status }, noon] as const,
    ),
  },
});
