import { setTimeout } from 'node:timers/promises';
import { operatorKeyStore } from '#operator/operator-keys/operator-key-store.ts';
import { probe } from '#operator/probe/probe.ts';
import { probeKeyName, probeKeyOf } from '#operator/probe/probe-merchant.ts';
import { currentTime } from '#platform/clock.ts';
import { send } from '#platform/http/egress/egress.ts';
import { log } from '#platform/log.ts';
import { metric } from '#platform/metrics.ts';
import { readSecret } from '#platform/secrets/read-secret.ts';
import { environment, loopbackAllowed, publicUrl } from '#platform/stage.ts';
import { liveTable } from '#platform/table/table.ts';

/** Runs every five minutes. The next run makes up for a failed one. */
export const handler = probe({
  switchUrl: publicUrl() ?? '',
  receiverUrl: process.env.RECEIVER_URL ?? '',
  operatorKey: async () => {
    const { value } = await readSecret(process.env.PROBE_KEY_SECRET ?? '');
    return probeKeyOf(environment(), value);
  },
  enrol: (key) =>
    operatorKeyStore(liveTable()).enrol({ name: probeKeyName, key, now: currentTime() }),
  send,
  loopback: loopbackAllowed(),
  log,
  metric,
  clock: currentTime,
  pause: (ms) => setTimeout(ms),
});
