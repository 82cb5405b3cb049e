// Loaded late: most payments have no error.
import { explainError } from '#operator/gsm/explain-error.ts';
import { followAuthorization, statusOf } from '#vocabulary/payment-statuses.ts';
import type { Attempt } from '../payment.ts';
import type { PaymentResponse } from './payment-response.ts';

type ErrorMembers = Pick<
  PaymentResponse,
  | 'error_code'
  | 'error_message'
  | 'unified_code'
  | 'unified_message'
  | 'issuer_error_code'
  | 'issuer_error_message'
  | 'error_details'
> &
  Partial<Pick<PaymentResponse, 'network_details'>>;

/**
 * Presents an attempt's error.
 *
 * @param acceptLanguage the header of the request, by which the payer's sentences have their
 * language
 */
export function presentError(
  { connectorName, status }: Attempt,
  error: NonNullable<Attempt['error']>,
  acceptLanguage: string | undefined,
): ErrorMembers {
  const { code = null, message = null, issuerCode = null, issuerMessage = null } = error;
  const { networkAdviceCode } = error;
  // A declined void or capture is no matter of the payer, whose authorization was granted.
  const hasFailed = statusOf[status] === 'failed' && !followAuthorization.has(status);
  const explained = explainError({ connectorName, error, hasFailed }, acceptLanguage);
  return {
    error_code: code,
    error_message: message,
    unified_code: explained.code,
    unified_message: explained.message,
    issuer_error_code: issuerCode,
    issuer_error_message: issuerMessage,
    ...(networkAdviceCode !== undefined && {
      network_details: { network_advice_code: networkAdviceCode },
    }),
    error_details: {
      unified_details: {
        category: explained.code,
        message: explained.message,
        standardised_code: explained.standardisedCode,
        description: explained.description,
        user_guidance_message: explained.userGuidance,
        recommended_action: null,
      },
      issuer_details:
        issuerCode || issuerMessage || networkAdviceCode
          ? {
              code: issuerCode,
              message: issuerMessage,
              network_details: networkAdviceCode
                ? { name: null, advice_code: networkAdviceCode, advice_message: null }
                : null,
            }
          : null,
      connector_details: { code, message, reason: message },
    },
  };
}
