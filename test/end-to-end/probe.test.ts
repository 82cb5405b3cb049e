import { createServer } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { probe } from '#operator/probe/probe.ts';
import { probeKeyName, probeKeyOf } from '#operator/probe/probe-merchant.ts';
import { receiveProbeWebhook } from '#operator/probe/receive-webhook.ts';
import { send } from '#platform/http/egress/egress.ts';
import { logTo } from '#platform/log.ts';
import { listeningPort } from '../support/runner/listening-port.ts';
import { aRunningSwitch } from '../support/switch/a-running-switch.ts';
import { operatorKeysOf } from '../support/switch/operator-keys-of.ts';

const live = aRunningSwitch();

const operatorKey = probeKeyOf('snd', 'p'.repeat(64));

const operatorKeys = () => operatorKeysOf(live.running);

/** The probe against a switch, with the receiver that verifies its webhooks. */
async function probing(receiverKey = operatorKey) {
  const receive = receiveProbeWebhook(async () => receiverKey);
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const headers = {
      'x-webhook-signature-512': String(request.headers['x-webhook-signature-512']),
    };
    const body = Buffer.concat(chunks).toString('utf8');
    const { statusCode = 500 } = await receive({ body, headers, isBase64Encoded: false });
    response.writeHead(statusCode).end();
  });
  const port = await listeningPort(server);
  const metrics: [string, number][] = [];
  const lines: string[] = [];
  let late = 0;
  const run = probe({
    switchUrl: live.running.url,
    receiverUrl: `http://127.0.0.1:${port}/webhooks`,
    operatorKey: async () => operatorKey,
    enrol: (key) => operatorKeys().enrol({ name: probeKeyName, key, now: new Date() }),
    send,
    loopback: true,
    log: logTo((line) => lines.push(line)),
    metric: (name, value) => metrics.push([name, value]),
    clock: () => new Date(Date.now() + late),
    // While it waits for a webhook that never arrives, its minute passes in no time.
    pause: async (ms) => {
      if (receiverKey !== operatorKey) late += 30_000;
      await setTimeout(ms / 10);
    },
  });
  return {
    run,
    metrics,
    lines,
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}

it('a probe pays as a merchant does and sees its signed webhook taken, again and again', async () => {
  const { run, metrics, lines, stop } = await probing();
  await run();
  await run();
  await stop();
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ message: 'probe succeeded', payment_id: expect.any(String) }),
    expect.objectContaining({ message: 'probe succeeded', payment_id: expect.any(String) }),
  ]);
  expect(metrics.map(([name]) => name)).toEqual([
    ...['ProbeMs', 'ProbeSucceeded'],
    ...['ProbeMs', 'ProbeSucceeded'],
  ]);
});

it('a probe whose webhook is not taken says at which step it failed, and tells no success', async () => {
  const { run, metrics, lines, stop } = await probing('another key');
  await run();
  await stop();
  expect(metrics).toEqual([]);
  const failed = { message: 'probe failed', step: 'webhook', payment_id: expect.any(String) };
  expect(lines.map((line) => JSON.parse(line))).toEqual([expect.objectContaining(failed)]);
});

it('a probe without a switch says so, and does not throw', async () => {
  const lines: string[] = [];
  const run = probe({
    switchUrl: 'http://127.0.0.1:9',
    receiverUrl: 'http://127.0.0.1:9/webhooks',
    operatorKey: async () => operatorKey,
    enrol: async () => undefined,
    send,
    loopback: true,
    log: logTo((line) => lines.push(line)),
    metric: () => {},
    clock: () => new Date(),
    pause: async () => {},
  });
  await run();
  expect(JSON.parse(lines[0] ?? '{}')).toMatchObject({ message: 'probe failed', step: 'merchant' });
});

it('a probe acts by a key of its own, which a revocation ends', async () => {
  const first = await probing();
  await first.run();
  await first.stop();
  const requests = live.running.lines
    .map(({ message }) => message)
    .filter((message) => message.includes('"caller":"operator probe"'));
  expect(requests.length).toBeGreaterThan(1);
  await operatorKeys().revoke(probeKeyName, new Date());
  const second = await probing();
  await second.run();
  await second.stop();
  const failed = { message: 'probe failed', step: 'merchant' };
  expect(second.lines.map((line) => JSON.parse(line))).toEqual([expect.objectContaining(failed)]);
});
