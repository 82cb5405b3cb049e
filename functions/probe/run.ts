import { setTimeout } from 'node:timers/promises';
import { send } from '../../shared/http/egress.ts';
import { log } from '../../shared/log.ts';
import { metric } from '../../shared/metrics.ts';
import { probe } from '../../shared/probe/probe.ts';
import { readSecret } from '../../shared/secrets/read-secret.ts';
import { loopbackAllowed, publicUrl } from '../../shared/stage.ts';

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
