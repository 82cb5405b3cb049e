import { retryAfterOf } from '#platform/http/egress/retry-after.ts';

const now = new Date('2026-01-01T12:00:00.000Z');

it.each([
  ['120', 120],
  [' 7 ', 7],
  ['99999999', 31_536_000],
  ['Thu, 01 Jan 2026 12:10:00 GMT', 600],
  ['Thu, 01 Jan 2026 11:59:59 GMT', undefined],
  ['0', undefined],
  ['-5', undefined],
  ['1.5', undefined],
  ['soon', undefined],
  ['2026-01-02', undefined],
  ['1e9', undefined],
  ['9999999999999999', 31_536_000],
  ['9'.repeat(400), 31_536_000],
  ['Fri, 31 Dec 9999 23:59:59 GMT', 31_536_000],
  ['', undefined],
  [undefined, undefined],
])('%p asks for %p seconds', (header, seconds) => {
  expect(retryAfterOf(header, now)).toBe(seconds);
});
