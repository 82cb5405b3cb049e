import { declineKindOf } from '#operator/gsm/decline-kind.ts';
import { StandardisedCode } from '#operator/gsm/gsm-rule.ts';

const declined = { code: '2001', message: 'Insufficient Funds' };

it("an operator's rule decides about the kind before the processor's code", () => {
  expect(declineKindOf('braintree', declined)).toBe('insufficient_funds');
  const kindBy = (standardisedCode: string) =>
    declineKindOf('braintree', { ...declined, unified: { standardisedCode } });
  expect(kindBy('invalid_cvv')).toBe('incorrect_cvc');
  expect(kindBy('card_lost_or_stolen')).toBe('call_issuer');
  // A rule that names no reason leaves it to the processor's code.
  expect(kindBy('generic_unknown_error')).toBe('insufficient_funds');
  expect(kindBy('a_code_of_a_later_version')).toBe('insufficient_funds');
});

it('all standardised codes but seven name a reason for a payer', () => {
  const unnamed = StandardisedCode.options.filter(
    (standardisedCode) => declineKindOf('nmi', { unified: { standardisedCode } }) === 'unknown',
  );
  expect(unnamed).toEqual([
    'duplicate_request',
    'generic_unknown_error',
    'integration_issue',
    'invalid_state',
    'missing_or_invalid_param',
    'payment_cancelled_by_user',
    'payment_session_timeout',
  ]);
});

it('a decline by the switch itself has a kind with any connector', () => {
  expect(declineKindOf('stripe', { code: 'HE-03' })).toBe('blocked_by_merchant');
  expect(declineKindOf(undefined, { code: 'EXTERNAL_AUTHENTICATION_FAILURE' })).toBe(
    'authentication_failed',
  );
  expect(declineKindOf(undefined, { code: '12' })).toBe('unknown');
});
