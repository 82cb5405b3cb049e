import { createHash, createHmac } from 'node:crypto';
import {
  isSigned,
  signed,
  webhookKey,
  webhookKeyOf,
} from '#connectors/sandbox/webhook-signature.ts';

const now = new Date('2026-01-01T00:00:00.900Z');
const seconds = 1_767_225_600;
const key = webhookKeyOf('key-one');
const header = signed(key, '{"a":1}', now);
const at = (secondsLater: number) => new Date((seconds + secondsLater) * 1_000);

it('a sandbox webhook signature uses a key that both sides derive from the API key', () => {
  const hash = (text: string) => createHash('sha256').update(text).digest('hex');
  expect(key).toBe(hash(`turnout-sandbox-webhook:${hash('key-one')}`));
  expect(webhookKey(hash('key-one'))).toBe(key);
});

it('a sandbox webhook signature covers the time and the body', () => {
  const digest = createHmac('sha256', key).update(`${seconds}.{"a":1}`).digest('hex');
  expect(header).toBe(`t=${seconds},v1=${digest}`);
  expect(isSigned(key, '{"a":1}', header, now)).toBe(true);
});

it.each([
  ['another body', key, '{"a":2}', header],
  ['another key', webhookKeyOf('key-two'), '{"a":1}', header],
  ['another time', key, '{"a":1}', header.replace(`${seconds}`, `${seconds + 1}`)],
  ['no signature', key, '{"a":1}', ''],
  ['half a signature', key, '{"a":1}', header.slice(0, -2)],
  ['something behind it', key, '{"a":1}', `${header},v1=0`],
  ['capital letters', key, '{"a":1}', header.toUpperCase()],
])('a sandbox webhook signature with %s is not genuine', (_, withKey, body, shown) => {
  expect(isSigned(withKey, body, shown, now)).toBe(false);
});

it.each([
  [-301, false],
  [-300, true],
  [300, true],
  [301, false],
])('a sandbox webhook signature seen %i s later: %s', (secondsLater, expected) => {
  expect(isSigned(key, '{"a":1}', header, at(secondsLater))).toBe(expected);
});
