import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { authorize } from '../../functions/sandbox/authorize.ts';
import { challenge } from '../../functions/sandbox/challenge.ts';
import { complete } from '../../functions/sandbox/complete.ts';
import { retrieve } from '../../functions/sandbox/retrieve.ts';
import type { HttpRequest, HttpResponse } from '../../shared/connectors/connector.ts';
import type { Send } from '../../shared/http/egress.ts';
import { isRawResponse } from '../../shared/http/raw-response.ts';
import { tableLedger } from '../../shared/sandbox/ledger-store.ts';
import type { Table } from '../../shared/table/table.ts';
import { memoryTable } from './memory-table.ts';

export const sandboxUrl = 'http://sandbox.test';

/** The sandbox processor in memory: its own functions and ledger, with a clock to be set. */
export function sandboxProcessor(table: Table = memoryTable()) {
  const services = { ledger: tableLedger(table), sandboxUrl };
  const clock = { now: new Date('2026-01-01T00:00:00Z') };

  async function answer({ method, url, headers, body }: HttpRequest): Promise<HttpResponse> {
    const { pathname, searchParams } = new URL(url);
    const [, group, name = '', step] = pathname.split('/');
    const common = {
      headers,
      requestId: 'req_test',
      sourceIp: '127.0.0.1',
      now: clock.now,
      remainingMs: () => 28_000,
    };
    const keyHash = createHash('sha256')
      .update(headers['api-key'] ?? '')
      .digest('hex');
    const caller = { kind: 'processor user', keyHash } as const;
    const anyone = { kind: 'anyone' } as const;
    const reference = { reference: name };
    const challengeId = { challenge_id: name };
    const none = { query: undefined, body: undefined };

    const run = () => {
      if (group === 'payments' && method === 'PUT') {
        const parsed = v.parse(authorize.operation.body ?? v.never(), JSON.parse(body ?? ''));
        const request = { ...common, ...none, params: reference, body: parsed, caller };
        return authorize.run(request, services, undefined);
      }
      if (group === 'payments') {
        return retrieve.run({ ...common, ...none, params: reference, caller }, services, undefined);
      }
      if (step === 'complete') {
        const query = v.parse(
          complete.operation.query ?? v.never(),
          Object.fromEntries(searchParams),
        );
        const request = { ...common, ...none, params: challengeId, query, caller: anyone };
        return complete.run(request, services, undefined);
      }
      const request = { ...common, ...none, params: challengeId, caller: anyone };
      return challenge.run(request, services, undefined);
    };

    const response = await run();
    return isRawResponse(response)
      ? { status: response.status, headers: response.headers, body: response.body }
      : { status: 200, headers: {}, body: JSON.stringify(response) };
  }

  const send: Send = async (request) => ({ kind: 'answered', response: await answer(request) });

  return {
    clock,
    answer,
    send,
    /** As a customer's browser opens an address. */
    visit: (url: string) => answer({ method: 'GET', url, headers: {} }),
  };
}

/** A sandbox processor with a payment whose customer is at the challenge. */
export async function challengedPayment(changes: object = {}) {
  const processor = sandboxProcessor();
  const request = { url: `${sandboxUrl}/payments/pay_1_1`, headers: { 'api-key': 'key-one' } };
  const charge = {
    processor: 'fauxpay',
    amount: 6540,
    currency: 'USD',
    capture_method: 'automatic',
    card: { number: '4000003800000446', expiry_month: '10', expiry_year: '2035' },
    return_url: 'https://switch.example/back?x=1&y=2',
    ...changes,
  };
  const answer = await processor.answer({
    ...request,
    method: 'PUT',
    body: JSON.stringify(charge),
  });
  const body = JSON.parse(answer.body);
  const page: string = body.next_action.redirect_to_url;
  return {
    ...processor,
    /** The processor's first answer. */
    body,
    /** The address of the challenge. */
    page,
    /** The payment as the processor answers now. */
    standing: async () => JSON.parse((await processor.answer({ ...request, method: 'GET' })).body),
    press: (confirm: boolean) => processor.visit(`${page}/complete?confirm=${confirm}`),
  };
}
