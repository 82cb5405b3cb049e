import fc from 'fast-check';
import { SwitchError } from '#platform/errors.ts';
import { publicError } from '#platform/http/response/error-catalogue.ts';
import { logTo, masked } from '#platform/log.ts';

const digit = fc.integer({ min: 0, max: 9 }).map(String);
const number = fc.array(digit, { minLength: 12, maxLength: 19 }).map((digits) => digits.join(''));

function logged(write: (log: ReturnType<typeof logTo>) => void) {
  const lines: string[] = [];
  write(logTo((line) => lines.push(line)));
  return lines.join('\n');
}

it('a log line has a level that Lambda knows and a time of RFC 3339, without which Lambda takes an error for INFO', () => {
  const lines: unknown[] = [];
  const log = logTo(
    (line) => lines.push(JSON.parse(line)),
    () => Date.UTC(2026, 0, 31, 12, 0, 0, 7),
  );
  log.info('request');
  log.error('request failed', new Error('throttled'));
  const timestamp = '2026-01-31T12:00:00.007Z';
  expect(lines).toEqual([
    { level: 'info', timestamp, message: 'request' },
    expect.objectContaining({ level: 'error', timestamp, message: 'request failed' }),
  ]);
});

it('a log line contains no card number, however it is written', () => {
  fc.assert(
    fc.property(number, fc.constantFrom('', ' ', '-'), (digits, separator) => {
      const written = digits.match(/.{1,4}/g)?.join(separator) ?? '';
      const line = logged((log) => log.error(`card ${written}`, new Error(`bad card ${written}`)));
      expect(line).not.toContain(written);
    }),
  );
});

it('a log line contains no key and no secret', () => {
  const key = `snd_${'aB3'.repeat(21)}x`;
  const token = '0aB-_xyz0aB-_xyz0aB-_x';
  const address = `https://switch.test/payments/redirect/a/b/c?locale=en&page_token=${token}&a=b`;
  const line = logged((log) =>
    log.info('request', { key, address, secret: 'pay_1_secret_0123456789abcdefghij' }),
  );
  expect(line).not.toContain(key);
  expect(line).not.toContain(token);
  expect(line).toContain('page_token=***&a=b');
  expect(line).not.toContain('0123456789abcdefghij');
});

it('a log line names an error and its causes, and not their data', () => {
  const cause = Object.assign(new Error('throttled'), { body: 'the whole request' });
  const line = logged((log) =>
    log.error(
      'request failed',
      new SwitchError('temporarily_unavailable', { x: 'data' }, { cause }),
    ),
  );
  expect(JSON.parse(line)).toMatchObject({
    level: 'error',
    message: 'request failed',
    error: 'SwitchError: temporarily_unavailable < Error: throttled',
  });
  expect(line).not.toContain('the whole request');
});

it('a log line shows where an error was thrown, and no line of its message beyond the cut', () => {
  const error = new Error(`${'x'.repeat(300)}\nANA LIMA\nexpiry 08/31`);
  const line = logged((log) => log.error('request failed', error));
  expect(JSON.parse(line).at).toMatch(/^at .+log\.test/);
  expect(line).not.toContain('ANA LIMA');
  expect(line).not.toContain('08/31');
});

it('a log line contains no key of an operator, whatever its name', () => {
  const random = 'aB3'.repeat(22).slice(0, 64);
  for (const name of ['a', 'ana.lima', 'x'.repeat(40), 'till-2.eu']) {
    const line = masked(`GET /accounts/opk_prd_${name}_${random}?x=1`);
    expect(line).toBe('GET /accounts/***?x=1');
  }
});

it.each(['vk_', 'stk_'])('a log line contains no credential of the vault: %s', (kind) => {
  const key = `${kind}${'aB3_-'.repeat(9).slice(0, 43)}`;
  const line = logged((log) => log.error('request failed', new Error(`token ${key}`), { key }));
  expect(line).not.toContain(key);
});

it('a log line keeps times, identifiers and amounts readable', () => {
  const line = '{"at":"2026-01-31T12:00:00.000Z","payment":"pay_0190f0c2a1b27cc3a4d5","ms":12.5}';
  expect(masked(line)).toBe(line);
});

it('a log line describes a wrong body without a card number that was sent as a name', () => {
  const { body } = publicError('invalid_body', { detail: 'unknown field `4242424242424242`' });
  expect(body.error.message).toBe('Json deserialize error: unknown field `***`');
});

it('a log line keeps the identifier of a request whole, which may contain a long run of digits', () => {
  const line = '{"requestId":"12345678-1234-4234-8234-123456789012"}';
  expect(masked(line)).toBe(line);
});
