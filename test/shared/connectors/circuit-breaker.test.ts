import { circuitBreaker, type RequestEnd } from '#connectors/circuit-breaker.ts';

/** A breaker with a clock of its own. `ends` are how requests for the account ended, one by one. */
function aBreaker(ends: readonly RequestEnd[] = [], accountId = 'mca_1') {
  const time = { now: 1_000_000 };
  const breaker = circuitBreaker(() => time.now);
  const end = (how: RequestEnd, account = accountId) => breaker.ended(account, how);
  const permits = (account = accountId) => breaker.permits(account);
  for (const how of ends) end(how);
  return { time, end, permits };
}

const failures = (count: number): RequestEnd[] => Array(count).fill('failed');

describe('the circuit of a connector account', () => {
  it('the circuit of a connector account opens after the fifth failure in a row, and reports that once', () => {
    const { end, permits } = aBreaker(failures(4));
    expect(permits()).toBe(true);
    expect(end('failed')).toBe('opened');
    expect(permits()).toBe(false);
    expect(end('failed')).toBeUndefined();
  });

  it('the circuit of a connector account stays closed while one of five requests is answered', () => {
    const { end, permits } = aBreaker([...failures(4), 'answered', ...failures(4)]);
    expect(permits()).toBe(true);
    expect(end('answered')).toBeUndefined();
  });

  it('the circuit of a connector account is not opened by requests that could not be sent at all', () => {
    const { permits } = aBreaker(Array(20).fill('says nothing'));
    expect(permits()).toBe(true);
  });

  it('the circuit of a connector account lets one request through after ten seconds, and the others wait for its end', () => {
    const { time, permits } = aBreaker(failures(5));
    time.now += 9_999;
    expect(permits()).toBe(false);
    time.now += 1;
    expect([permits(), permits(), permits()]).toEqual([true, false, false]);
  });

  it('the circuit of a connector account closes when that request is answered', () => {
    const { time, end, permits } = aBreaker(failures(5));
    time.now += 10_000;
    expect(permits()).toBe(true);
    expect(end('answered')).toBe('closed');
    expect([permits(), permits()]).toEqual([true, true]);
  });

  it('the circuit of a connector account opens for ten more seconds when that request fails, and reports that again', () => {
    const { time, end, permits } = aBreaker(failures(5));
    time.now += 10_000;
    expect(permits()).toBe(true);
    expect(end('failed')).toBe('opened');
    expect(end('failed')).toBeUndefined();
    time.now += 9_999;
    expect(permits()).toBe(false);
    time.now += 1;
    expect(permits()).toBe(true);
  });

  it('the circuit of a connector account lets the next request through when that request was not sent', () => {
    const { time, end, permits } = aBreaker(failures(5));
    time.now += 10_000;
    expect(permits()).toBe(true);
    end('says nothing');
    expect([permits(), permits()]).toEqual([true, false]);
  });

  it('the circuit of a connector account lets another request through when that request never ends', () => {
    const { time, permits } = aBreaker(failures(5));
    time.now += 10_000;
    expect(permits()).toBe(true);
    time.now += 30_000;
    expect(permits()).toBe(true);
  });

  it('the circuit of a connector account is closed by the answer to an earlier request', () => {
    const { end, permits } = aBreaker(failures(5));
    expect(end('answered')).toBe('closed');
    expect(permits()).toBe(true);
  });

  it("the circuit of a connector account is independent of the next account's", () => {
    const { permits } = aBreaker(failures(5));
    expect(permits('mca_2')).toBe(true);
  });

  it('the circuit of the account that failed longest ago is dropped after five hundred others', () => {
    const { end, permits } = aBreaker(failures(5));
    for (let number = 0; number < 499; number++) end('failed', `mca_other_${number}`);
    expect(permits()).toBe(false);
    end('failed', 'mca_last');
    expect(permits()).toBe(true);
  });
});
