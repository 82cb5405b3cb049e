import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as v from 'valibot';

/** A payment or a refund as Example Bank answers it. */
type Thing = Readonly<Record<string, string | number>>;

const PaymentRequest = v.object({
  reference: v.string(),
  amount: v.number(),
  currency: v.string(),
  capture: v.boolean(),
  card: v.object({ number: v.string() }),
});
const RefundRequest = v.object({ reference: v.string(), amount: v.number(), currency: v.string() });

/** Amounts that the bank answers otherwise. */
export const oddAmounts = {
  lost: 66_01,
  otherCurrency: 66_02,
  unreadable: 66_03,
  waiting: 66_04,
  never: 66_05,
};
const refusedCard = '4000000000000002';

/** Example Bank of the guide to a connector of one's own, as a server on this machine. */
export async function exampleBank() {
  /** By reference: the same one twice is the same payment. */
  const payments = new Map<string, Thing>();
  const refunds = new Map<string, Thing>();
  const requests: string[] = [];

  function pay(body: unknown): Thing {
    const { reference, amount, currency, capture, card } = v.parse(PaymentRequest, body);
    const known = payments.get(reference);
    if (known) return known;
    const isRefused = card.number === refusedCard;
    const status = amount === oddAmounts.waiting ? 'waiting' : capture ? 'paid' : 'reserved';
    const payment = {
      ...{ id: `p_${payments.size + 1}`, reference, amount, currency },
      captured: capture ? amount : 0,
      ...(isRefused ? { status: 'refused', code: 'no_funds' } : { status }),
    };
    payments.set(reference, payment);
    return payment;
  }

  function payBack(id: string, body: unknown): Thing {
    const { reference, amount, currency } = v.parse(RefundRequest, body);
    const found = refunds.get(reference);
    const refund = found ?? {
      id: `r_${id}_${refunds.size + 1}`,
      reference,
      amount,
      currency,
      status: 'done',
    };
    refunds.set(reference, refund);
    return refund;
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const text = Buffer.concat(chunks).toString();
    const body: unknown = text === '' ? {} : JSON.parse(text);
    const { method, url = '' } = request;
    requests.push(`${method} ${url}`);
    const send = (status: number, value: object) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(value));
    };
    const found = (things: ReadonlyMap<string, Thing>) => {
      const thing = things.get(decodeURIComponent(url.split('/').at(-1) ?? ''));
      return thing ? send(200, thing) : send(404, { error: { type: 'not_found' } });
    };
    if (method === 'GET' && url === '/account') return send(200, { merchant: 'shop' });
    if (method === 'GET' && url.startsWith('/payments/by-reference/')) return found(payments);
    if (method === 'GET' && url.startsWith('/refunds/by-reference/')) return found(refunds);
    const [, , id = '', action] = url.split('/');
    if (action === 'refunds') return send(200, payBack(id, body));
    const payment = pay(body);
    if (payment.amount === oddAmounts.never) return;
    if (payment.amount === oddAmounts.lost) return void request.socket.destroy();
    if (payment.amount === oddAmounts.unreadable) return void response.end('<html>Paid</html>');
    send(
      200,
      payment.amount === oddAmounts.otherCurrency ? { ...payment, currency: 'USD' } : payment,
    );
  }

  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    payments,
    requests,
    /** What was waiting is paid. */
    settle() {
      for (const [reference, payment] of payments) {
        if (payment.status === 'waiting') payments.set(reference, { ...payment, status: 'paid' });
      }
    },
    /** The webhook about a payment: its body, and its header. */
    webhookOf(reference: string, secret: string) {
      const payment = payments.get(reference);
      const body = JSON.stringify({ type: 'payment', at: new Date().toISOString(), payment });
      const signature = createHmac('sha256', secret).update(body).digest('hex');
      return {
        body,
        headers: { 'x-bank-signature': signature, 'content-type': 'application/json' },
      };
    },
    stop() {
      server.closeAllConnections();
      return new Promise<unknown>((resolve) => server.close(resolve));
    },
  };
}
