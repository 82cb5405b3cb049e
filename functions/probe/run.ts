import { setTimeout } from 'node:timers/promises';
import { probe } from '#operator/probe/probe.ts';
import { send } from '#platform/http/egress.ts';
import { log } from '#platform/log.ts';
import { metric } from '#platform/metrics.ts';
import { readSecret } from '#platform/secrets/read-secret.ts';
import { loopbackAllowed, publicUrl } from '#platform/stage.ts';

/** Runs every five minutes. The next run makes up for a failed one. */
export const handler = probe({
  switchUrl: publicUrl() ?? '',
  receiverUrl: process.env.RECEIVER_URL ?? '',
  adminKey: async () => (await readSecret(process.env.ADMIN_KEY_SECRET ?? '')).value,
  send,
  loopback: loopbackAllowed(),
  log,
  metric,
  clock: () => new Date(),
  pause: (ms) => setTimeout(ms),
});
