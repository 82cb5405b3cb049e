import * as v from 'valibot';
import type { Configuration } from '../accounts/merchant-account.ts';

/** A merchant's webhook settings that decide which events are sent where. */
export const WebhookSettings = v.object({
  webhook_url: v.nullish(v.string()),
  webhook_version: v.nullish(v.string()),
  webhook_username: v.nullish(v.string()),
  payment_created_enabled: v.nullish(v.boolean()),
  payment_succeeded_enabled: v.nullish(v.boolean()),
  payment_failed_enabled: v.nullish(v.boolean()),
  payment_statuses_enabled: v.nullish(v.array(v.string())),
  refund_statuses_enabled: v.nullish(v.array(v.string())),
  payout_statuses_enabled: v.nullish(v.array(v.string())),
});
export type WebhookSettings = v.InferOutput<typeof WebhookSettings>;

/** The settings of a profile: its own, or else those of the merchant account. */
export function webhookSettings(configuration: Configuration, profileId: string): WebhookSettings {
  const profile = configuration.profiles.find(({ id }) => id === profileId);
  const settings =
    profile?.settings.webhook_details ?? configuration.account.settings.webhook_details;
  return settings ? v.parse(WebhookSettings, settings) : {};
}
