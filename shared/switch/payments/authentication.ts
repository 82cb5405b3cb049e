import * as v from 'valibot';

/**
 * A customer's 3-D Secure authentication by a server separate from the processor, without its
 * secrets.
 */
export const Authentication = v.object({
  /**
   * The authenticating connector, as in the merchant's `connector_name`, and the merchant's account
   * with it.
   */
  connectorName: v.string(),
  connectorAccountId: v.string(),
  status: v.picklist(['started', 'pending', 'success', 'failed']),
  flow: v.optional(v.picklist(['challenge', 'frictionless'])),
  version: v.optional(v.string()),
  dsTransactionId: v.optional(v.string()),
  electronicCommerceIndicator: v.optional(v.string()),
  error: v.optional(v.object({ code: v.optional(v.string()), message: v.string() })),
});
export type Authentication = v.InferOutput<typeof Authentication>;

/** The error of a payment whose customer was not authenticated. */
export const authenticationFailure = {
  code: 'EXTERNAL_AUTHENTICATION_FAILURE',
  message: 'external authentication failure',
} as const;

/**
 * Whether a payment awaits its customer's external authentication, with no authorization sent yet.
 */
export const isAuthenticating = ({
  status,
  attempt,
}: {
  readonly status: string;
  readonly attempt: {
    readonly authentication?: Authentication | undefined;
    readonly askedAt?: string | undefined;
  };
}): boolean =>
  status === 'requires_customer_action' &&
  attempt.authentication !== undefined &&
  attempt.askedAt === undefined;

/**
 * Whether certainly nothing was charged for a payment whose customer is challenged: its external
 * authentication is in progress, or its card waits in the vault for the customer's return.
 */
export const isUncharged = (
  payment: Parameters<typeof isAuthenticating>[0] & { readonly attachedCard?: unknown },
): boolean =>
  isAuthenticating(payment) ||
  (payment.status === 'requires_customer_action' && payment.attachedCard !== undefined);
