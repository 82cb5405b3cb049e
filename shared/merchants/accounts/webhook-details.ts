import * as v from 'valibot';
import { SwitchError } from '#platform/errors.ts';
import { receiverUrl } from '#platform/http/egress/receiver-url.ts';
import { text } from '#platform/schema.ts';
import { maskSecret } from '#platform/secrets/mask-secrets.ts';
import { orNull } from '#vocabulary/or-null.ts';
import { PaymentStatus } from '#vocabulary/payment-statuses.ts';

/** Where a merchant receives webhooks, and for which events. */
export const WebhookDetails = v.strictObject({
  webhook_version: orNull(text(255)),
  webhook_username: orNull(text(255)),
  webhook_password: orNull(text(255)),
  webhook_url: orNull(v.string()),
  payment_created_enabled: orNull(v.boolean()),
  payment_succeeded_enabled: orNull(v.boolean()),
  payment_failed_enabled: orNull(v.boolean()),
  payment_statuses_enabled: orNull(v.array(PaymentStatus)),
  refund_statuses_enabled: orNull(v.array(text(64))),
  payout_statuses_enabled: orNull(v.array(text(64))),
});
export type WebhookDetails = v.InferOutput<typeof WebhookDetails>;

/** Neither part of HTTP Basic credentials has control characters: RFC 7617, section 2. */
const credential = v.pipe(
  text(255),
  v.check((given) => !/\p{Cc}/u.test(given), 'a control character is not allowed'),
);

/** The details in a request. Stored ones may be from before these checks. */
export const StatedWebhookDetails = v.strictObject({
  ...WebhookDetails.entries,
  // A receiver takes all behind the first colon for the password.
  webhook_username: orNull(
    v.pipe(
      credential,
      v.check((name) => !name.includes(':'), 'a user name with a colon is not allowed'),
    ),
  ),
  webhook_password: orNull(credential),
  webhook_url: orNull(receiverUrl(2_048)),
});

/** The details as responses show them: absent members are `null`, the password is masked. */
export const presentWebhookDetails = (
  stated: Partial<WebhookDetails> | null,
  password: string | undefined,
): WebhookDetails | null =>
  stated && {
    ...emptyDetails,
    ...stated,
    ...(password && { webhook_password: maskSecret(password) }),
  };

const emptyDetails: WebhookDetails = {
  webhook_version: null,
  webhook_username: null,
  webhook_password: null,
  webhook_url: null,
  payment_created_enabled: null,
  payment_succeeded_enabled: null,
  payment_failed_enabled: null,
  payment_statuses_enabled: null,
  refund_statuses_enabled: null,
  payout_statuses_enabled: null,
};

/** Throws `invalid_request` for the first status that never causes a webhook. */
export function checkWebhookStatuses(details: WebhookDetails) {
  const bad = (kind: string, status: string | undefined) => {
    if (status === undefined) return;
    throw new SwitchError('invalid_request', {
      message: `Invalid ${kind} webhook status provided: ${status}`,
    });
  };
  bad(
    'payment',
    details.payment_statuses_enabled?.find((one) => silent.includes(one)),
  );
  bad(
    'refund',
    details.refund_statuses_enabled?.find((one) => !refundStatuses.includes(one)),
  );
  bad(
    'payout',
    details.payout_statuses_enabled?.find((one) => !payoutStatuses.includes(one)),
  );
}

/** Payment statuses without an event. */
const silent: readonly PaymentStatus[] = ['requires_payment_method', 'requires_confirmation'];
const refundStatuses: readonly string[] = ['success', 'failure'];
const payoutStatuses: readonly string[] = [
  'success',
  'failed',
  'cancelled',
  'initiated',
  'expired',
  'reversed',
];
