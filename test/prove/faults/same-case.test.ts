import { faults, type NumberedCall, type PortName } from './numbered-calls.ts';
import { isOfNight, sameCase } from './same-case.ts';

const call = (port: PortName, name: string, given: Partial<NumberedCall> = {}): NumberedCall => ({
  number: 0,
  port,
  name,
  isRead: false,
  isBeside: false,
  ...given,
});
const read = call('table', 'get PAYMENT', { isRead: true });
const write = call('table', 'put PAYMENT');

describe('a case that ends as another one does', () => {
  it('a process dies before a call as after the write before it, and with nothing but reads before it as at the first call', () => {
    const fault = 'die-before';
    const after = { number: 1, fault: 'die-after' };
    expect(sameCase([write, write], { number: 2, fault })).toEqual(after);
    expect(sameCase([write, read, read], { number: 3, fault })).toEqual(after);
    expect(sameCase([read, read, write], { number: 3, fault })).toEqual({ number: 1, fault });
  });

  it('a process dies after a read, or after a look at the clock, as before it', () => {
    const clock = call('clock', 'now', { isRead: true });
    const before = { number: 1, fault: 'die-before' };
    expect(sameCase([read], { number: 1, fault: 'die-after' })).toEqual(before);
    expect(sameCase([clock], { number: 1, fault: 'die-after' })).toEqual(before);
  });

  it('a process reads twice as it reads once, but a clock that is wrong is a case of its own', () => {
    expect(sameCase([read], { number: 1, fault: 'twice' })).toBe('nothing');
    expect(sameCase([read], { number: 1, fault: 'lose' })).toBe('nothing');
    const clock = call('clock', 'now', { isRead: true });
    const wrong = { number: 1, fault: 'lose' } as const;
    expect(sameCase([clock], wrong)).toEqual(wrong);
  });

  it('a case is played by itself where a write is refused, lost, slow, made twice or garbled', () => {
    for (const fault of faults.filter((one) => one !== 'die-before')) {
      expect(sameCase([read, write], { number: 2, fault })).toEqual({ number: 2, fault });
    }
  });

  it('a process dies between or after reads that are under way together as before them', () => {
    const calls = [write, read, { ...read, isBeside: true }, write];
    const after = { number: 1, fault: 'die-after' };
    expect(sameCase(calls, { number: 3, fault: 'die-before' })).toEqual(after);
    expect(sameCase(calls, { number: 3, fault: 'die-after' })).toEqual(after);
    expect(sameCase(calls, { number: 4, fault: 'die-before' })).toEqual(after);
    expect(sameCase(calls, { number: 3, fault: 'lose' })).toBe('nothing');
  });

  it('a case is played by itself where a write is under way with another call', () => {
    const beside = { ...read, isBeside: true };
    for (const fault of faults) {
      expect(sameCase([write, beside], { number: 2, fault })).toEqual({ number: 2, fault });
      expect(sameCase([read, { ...write, isBeside: true }], { number: 1, fault })).toEqual({
        number: 1,
        fault,
      });
    }
    const last = { number: 3, fault: 'die-before' } as const;
    expect(sameCase([write, beside, write], last)).toEqual(last);
  });
});

describe('a case of the night', () => {
  const ofNight = (one: NumberedCall) => faults.filter((fault) => isOfNight(one, fault));

  it('a read is slow or garbled at night, and refused by day', () => {
    expect(ofNight(read)).toEqual(['slow', 'garble']);
  });

  it('a clock is wrong by a minute at most at night, and by five by day', () => {
    expect(ofNight(call('clock', 'now', { isRead: true }))).toEqual(['lose', 'twice', 'garble']);
  });

  it('a write, and a call of a processor, a queue or a receiver, is left to no night', () => {
    expect(ofNight(write)).toEqual([]);
    for (const port of ['connector', 'queue', 'receiver'] as const) {
      expect(ofNight(call(port, 'POST /payments'))).toEqual([]);
    }
  });
});
