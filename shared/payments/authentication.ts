import * as v from 'valibot';

/** How a customer is authenticated by a server beside the processor, without what is secret of it. */
export const Authentication = v.object({
  /** Who authenticates, as merchants write it in `connector_name`, and their account with it. */
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

/** Why a payment fails whose customer could not be authenticated. */
export const authenticationFailure = {
  code: 'EXTERNAL_AUTHENTICATION_FAILURE',
  message: 'external authentication failure',
} as const;

/**
 * Whether a payment waits for its customer to be authenticated, and no processor was asked for its
 * money yet.
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
