import { setTimeout as sleep } from 'node:timers/promises';
import { logTo } from '#platform/log.ts';
import {
  addNamedSubject,
  addSubject,
  clearNamedSubject,
  subject,
  subjectIn,
  subjectOfKey,
  withSubject,
} from '#platform/log-subject.ts';
import { metricsTo } from '#platform/metrics.ts';

function written(work: (log: ReturnType<typeof logTo>) => void): readonly unknown[] {
  const lines: string[] = [];
  work(logTo((line) => lines.push(line)));
  return lines.map((line) => JSON.parse(line));
}

describe('a line of the log', () => {
  it("a log line names the subject of the request in the API's field names", () => {
    const lines = written((log) =>
      withSubject({ merchant_id: 'shop' }, () => {
        addSubject({ payment_id: 'pay_1' });
        log.info('request', { requestId: 'req_1' });
        log.error('request failed', new Error('no'), { refundId: 'ref_1' });
      }),
    );
    expect(lines).toEqual([
      {
        level: 'info',
        message: 'request',
        merchant_id: 'shop',
        payment_id: 'pay_1',
        request_id: 'req_1',
        timestamp: expect.any(String),
      },
      expect.objectContaining({ level: 'error', payment_id: 'pay_1', refund_id: 'ref_1' }),
    ]);
  });

  it('a log line names its function as operations and files do', () => {
    process.env.FUNCTION_NAME = 'payments.confirm';
    try {
      expect(written((log) => log.info('request'))).toEqual([
        {
          level: 'info',
          message: 'request',
          function: 'payments.confirm',
          timestamp: expect.any(String),
        },
      ]);
    } finally {
      delete process.env.FUNCTION_NAME;
    }
  });

  it('a log line shows no card number that a caller took for an id', () => {
    const lines = written((log) =>
      withSubject({ payment_id: '4242424242424242' }, () => log.info('request')),
    );
    expect(JSON.stringify(lines)).not.toContain('4242424242424242');
    const metrics: string[] = [];
    withSubject({ payment_id: '4242424242424242' }, () =>
      metricsTo((line) => metrics.push(line))('SyncOverdue', 1),
    );
    expect(metrics.join()).not.toContain('4242424242424242');
    expect(JSON.parse(metrics[0] ?? '')).toMatchObject({ SyncOverdue: 1, payment_id: '***' });
    // Refused requests are counted by their code, whatever their callers named.
    withSubject({ merchant_id: 'test_admin' }, () =>
      metricsTo((line) => metrics.push(line))('RequestErrors', 1, { error_code: 'HE_02' }),
    );
    expect(metrics[1]).not.toContain('test_admin');
    expect(JSON.parse(metrics[1] ?? '')).toMatchObject({ RequestErrors: 1, error_code: 'HE_02' });
  });
});

describe('the subject of work', () => {
  it('the subject of a request is separate from other work in the same process', async () => {
    const work = (payment_id: string, ms: number) =>
      withSubject({}, async () => {
        await sleep(ms);
        addSubject({ payment_id });
        await sleep(ms);
        return subject();
      });
    expect(await Promise.all([work('pay_1', 5), work('pay_2', 1)])).toEqual([
      { payment_id: 'pay_1' },
      { payment_id: 'pay_2' },
    ]);
    expect(subject()).toEqual({});
  });

  it('the subject of a request stays the first one', () => {
    withSubject({ payment_id: 'pay_1' }, () => {
      addSubject({ payment_id: 'pay_2', refund_id: 'ref_1' });
      expect(subject()).toEqual({ payment_id: 'pay_1', refund_id: 'ref_1' });
    });
  });

  it("the subject of a request is the caller's id, unless no such item exists", () => {
    withSubject({ merchant_id: 'shop' }, () => {
      addNamedSubject({ payment_id: 'a key in the wrong place' });
      expect(subject()).toEqual({ merchant_id: 'shop', payment_id: 'a key in the wrong place' });
      clearNamedSubject();
      expect(subject()).toEqual({ merchant_id: 'shop' });
    });
  });

  it("the subject of a request is taken by its field's name, and nothing else of the request is", () => {
    const request = {
      payment_id: 'pay_1',
      email: 'ana@example.com',
      client_secret: 'pay_1_secret_x',
    };
    expect(subjectIn(request)).toEqual({ payment_id: 'pay_1' });
    expect(subjectIn({ payment_id: 'a text\nwith a line', refund_id: 7 })).toEqual({});
    expect(subjectIn({ payment_id: 'x'.repeat(65) })).toEqual({});
    expect(subjectIn(undefined)).toEqual({});
  });

  it.each([
    ['MERCHANT#shop#PAYMENT#pay_1', 'PAYMENT', { payment_id: 'pay_1' }],
    ['MERCHANT#shop#PAYMENT#pay_1', 'REFUND#ref_1', { payment_id: 'pay_1', refund_id: 'ref_1' }],
    ['MERCHANT#shop#PAYMENT#pay_1', 'DISPUTE#dp_1', { payment_id: 'pay_1', dispute_id: 'dp_1' }],
    ['MERCHANT#shop#PAYMENT#pay_1', 'ATTEMPT#000001', { payment_id: 'pay_1' }],
    ['MERCHANT#shop#PAYOUT#po_1', 'PAYOUT', { payout_id: 'po_1' }],
    ['MERCHANT#shop#MANDATE#man_1', 'MANDATE', { mandate_id: 'man_1' }],
    ['MERCHANT#shop#EVENT#evt_1', 'EVENT', { event_id: 'evt_1' }],
  ])('the subject of a request is in the key %s %s', (pk, sk, ids) => {
    expect(subjectOfKey({ pk, sk })).toEqual({ merchant_id: 'shop', ...ids });
  });

  it.each([
    ['MERCHANT#shop', 'PROFILE#p'],
    ['KEY#abc', 'KEY'],
    ['MERCHANT#shop#IDEMPOTENCY#x', 'IDEMPOTENCY'],
  ])('the subject of a request is not in the key %s %s', (pk, sk) =>
    expect(subjectOfKey({ pk, sk })).toEqual({}),
  );
});
