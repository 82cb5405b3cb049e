import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type PersistedMessage, persistedState } from '../../../local/services/kept-state.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'kept-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const whole = () => path.join(folder, 'state.json');
const steps = () => path.join(folder, 'state.log');
const message = (id: string, dueAt = 0): PersistedMessage => ({
  id,
  body: `body of ${id}`,
  attributes: {},
  dueAt,
});
const key = Buffer.alloc(32, 1).toString('base64');

/** A state with a thousand messages, saved as a whole. */
function aSavedState() {
  const kept = persistedState(folder);
  kept.state.keys.box = key;
  kept.state.queues = {
    many: Array.from({ length: 1_000 }, (_, number) => message(String(number))),
    few: [message('a'), message('b')],
  };
  kept.save();
  return kept;
}

/** The state that a next start finds. */
const found = () => persistedState(folder).state;

it('a save writes only the messages that came, went or are due at another time, and the positions that moved', () => {
  const { state, save } = aSavedState();
  const before = readFileSync(whole());
  const [first, ...rest] = state.queues.many ?? [];
  state.queues = {
    few: [message('a'), message('b', 99), message('c')],
    many: rest,
  };
  state.checkpoints = { source: { shard: '7' } };
  save();
  expect(readFileSync(whole())).toEqual(before);
  expect(readFileSync(steps(), 'utf8').length).toBeLessThan(500);
  expect(found()).toMatchObject({
    keys: { box: key },
    checkpoints: { source: { shard: '7' } },
    queues: { few: [message('a'), message('b', 99), message('c')], many: rest },
  });
  expect(first).toEqual(message('0'));
});

it('a save of a state that is as it was writes nothing', () => {
  const { save } = aSavedState();
  save();
  expect(existsSync(steps())).toBe(false);
});

it('every step of a state is there at the next start, and its last line counts only when it is whole', () => {
  const { state, save } = aSavedState();
  for (const dueAt of [1, 2, 3]) {
    state.queues.few = [message('a', dueAt)];
    save();
  }
  expect(found().queues.few).toEqual([message('a', 3)]);
  truncateSync(steps(), statSync(steps()).size - 1);
  expect(found().queues.few).toEqual([message('a', 2)]);
});

it('a new key is written with the whole state, and steps from before it are passed over', () => {
  const { state, save } = aSavedState();
  state.queues.few = [];
  save();
  const old = readFileSync(steps());
  state.keys.other = key;
  state.queues.few = [message('d')];
  save();
  expect(existsSync(steps())).toBe(false);
  // As if the switch had been killed before it removed the steps.
  writeFileSync(steps(), old);
  expect(found()).toMatchObject({
    keys: { box: key, other: key },
    queues: { few: [message('d')] },
  });
});

it('the steps are written into the whole state before they are longer than a megabyte', () => {
  const { state, save } = aSavedState();
  const long = 'x'.repeat(100_000);
  for (let turn = 1; turn <= 30; turn++) {
    state.queues.few = [{ ...message(`long ${turn}`), body: long }];
    save();
    expect(existsSync(steps()) ? statSync(steps()).size : 0).toBeLessThanOrEqual(1024 ** 2);
    expect(found().queues.few).toEqual(state.queues.few);
  }
  expect(statSync(whole()).size).toBeLessThan(1024 ** 2);
});

it('a state that was saved as a whole needs no other file, which only its owner may read', () => {
  const { state, save, saveWhole } = aSavedState();
  state.queues.few = [];
  save();
  expect(statSync(steps()).mode & 0o777).toBe(0o600);
  saveWhole();
  expect(existsSync(steps())).toBe(false);
  expect(statSync(whole()).mode & 0o777).toBe(0o600);
  expect(found().queues.few).toEqual([]);
});

it('a state of an earlier version, whose messages have no ids, is read and written on', () => {
  const { id: _, ...old } = message('old');
  const before = { keys: { box: key }, secrets: {}, queues: { few: [old, old] }, checkpoints: {} };
  writeFileSync(whole(), JSON.stringify(before));
  const { state, save } = persistedState(folder);
  expect(state.queues.few).toMatchObject([old, old]);
  save();
  state.queues = { few: [message('a')] };
  save();
  expect(found().queues.few).toEqual([message('a')]);
});

it('steps of which one is damaged are refused, and nothing is changed', () => {
  const { state, save } = aSavedState();
  appendFileSync(steps(), 'no step\n');
  state.queues.few = [];
  expect(() => persistedState(folder)).toThrow(`${steps()} is damaged, and nothing was changed.`);
  expect(readFileSync(steps(), 'utf8')).toBe('no step\n');
  expect(save).not.toThrow();
});
