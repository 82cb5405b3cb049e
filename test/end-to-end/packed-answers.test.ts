import { spawn, spawnSync } from 'node:child_process';
import { type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { Turnout } from '../../packages/node/src/index.ts';
import { aRunningSwitch } from '../support/switch/a-running-switch.ts';
import { aSale, successful } from '../support/switch/merchant.ts';
import { textAt } from '../support/switch/switch.ts';

const live = aRunningSwitch({ merchant: {} });

/** The address of a payment's answer, which has several KB and stays the same. */
async function aPayment(): Promise<string> {
  const { running, merchant } = live;
  const paid = await running.call('POST', '/payments', { key: merchant.key, body: aSale() });
  return `${running.url}/payments/${textAt(successful(paid), 'payment_id')}`;
}

const headersWith = (more: Readonly<Record<string, string>> = {}) => ({
  'api-key': live.merchant.key,
  ...more,
});

/** An answer as it is on the wire. */
async function sent(url: string, more: Readonly<Record<string, string>> = {}) {
  const asked = request(url, { headers: headersWith(more), agent: false }).end();
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    asked.on('response', resolve).on('error', reject);
  });
  return { headers: response.headers, bytes: await buffer(response) };
}

const isInstalled = (program: string) => spawnSync(program, ['--version']).error === undefined;

/** What a program writes; the other bytes where this machine does not have it. */
async function outputOf(
  [program, ...args]: readonly [string, ...string[]],
  otherwise: Buffer,
  input = Buffer.alloc(0),
): Promise<Buffer> {
  if (!isInstalled(program)) return otherwise;
  const running = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  running.stdin.end(input);
  return buffer(running.stdout);
}

describe('an answer over HTTP', () => {
  it('a client that does not ask gets the answer as it is, and caches learn that it varies', async () => {
    const { headers, bytes } = await sent(await aPayment());
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'content-length': String(bytes.length),
      vary: 'accept-encoding',
    });
    expect(headers).not.toHaveProperty('content-encoding');
    expect(JSON.parse(bytes.toString())).toMatchObject({ status: 'succeeded' });
  });

  it('a client that takes gzip gets half of the bytes, and unpacked they are the same', async () => {
    const url = await aPayment();
    const plain = await sent(url);
    const packed = await sent(url, { 'accept-encoding': 'gzip' });
    expect(packed.headers).toMatchObject({
      'content-encoding': 'gzip',
      'content-length': String(packed.bytes.length),
      vary: 'accept-encoding',
    });
    expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 2);

    const fetched = await fetch(url, { headers: headersWith() });
    expect(fetched.headers.get('content-encoding')).toBe('gzip');
    expect(await fetched.text()).toBe(plain.bytes.toString());

    const key = `api-key: ${live.merchant.key}`;
    for (const more of [[], ['--compressed']]) {
      const output = await outputOf(['curl', '-sS', '-H', key, ...more, url], plain.bytes);
      expect(output).toEqual(plain.bytes);
    }
    const python =
      'import gzip, sys; sys.stdout.buffer.write(gzip.decompress(sys.stdin.buffer.read()))';
    const output = await outputOf(['python3', '-c', python], plain.bytes, packed.bytes);
    expect(output).toEqual(plain.bytes);
  });

  it('the client for Node.js reads packed answers', async () => {
    const paymentId = (await aPayment()).replace(/.*\//, '');
    const client = new Turnout({ apiKey: live.merchant.key, baseUrl: live.running.url });
    const payment = await client.payments.retrieve(paymentId);
    expect(payment).toMatchObject({ payment_id: paymentId, status: 'succeeded' });
  });

  it('a short answer and a refusal are as they are for every client', async () => {
    const { url } = live.running;
    for (const path of ['/health', '/payments/pay_unknown']) {
      const answer = await sent(`${url}${path}`, { 'accept-encoding': 'gzip' });
      expect(answer.headers).not.toHaveProperty('content-encoding');
      expect(answer.headers).not.toHaveProperty('vary');
      expect(answer.bytes.length).toBeLessThan(1_000);
    }
  });
});
