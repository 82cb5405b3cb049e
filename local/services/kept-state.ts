import { randomUUID } from 'node:crypto';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { setOwnMember } from '../own-member.ts';

const Message = v.object({
  /** Unique in its queue. Files of earlier versions have none. */
  id: v.optional(v.string(), () => randomUUID()),
  body: v.string(),
  attributes: v.record(v.string(), v.record(v.string(), v.string())),
  /** When it becomes visible (again), in ms since 1970. */
  dueAt: v.number(),
  groupId: v.optional(v.string()),
  deduplicationId: v.optional(v.string()),
});
export type PersistedMessage = v.InferOutput<typeof Message>;

/** The 32 bytes of a key, in Base64. */
const KeyMaterial = v.pipe(v.string(), v.base64(), v.length(44));

const Checkpoints = v.record(v.string(), v.record(v.string(), v.string()));

const State = v.object({
  /** The number of this writing of the whole state. */
  writing: v.optional(v.number(), 0),
  /** Key material in Base64, by key id. */
  keys: v.record(v.string(), KeyMaterial),
  /** Versions of secrets by ARN, newest first. */
  secrets: v.record(
    v.string(),
    v.array(
      v.object({
        id: v.string(),
        value: v.string(),
        createdSeconds: v.optional(v.number(), 0),
      }),
    ),
  ),
  /** Messages in the queues, by queue name. */
  queues: v.record(v.string(), v.array(Message)),
  /** The position of each event source in each shard of its stream. */
  checkpoints: Checkpoints,
});
export type State = v.InferOutput<typeof State>;

/** The changes since the step before or, for the first, since the state was written as a whole. */
const Step = v.object({
  /** The writing of the whole state that it follows. */
  follows: v.number(),
  checkpoints: v.optional(Checkpoints),
  queues: v.record(
    v.string(),
    v.object({
      removed: v.array(v.string()),
      /** New messages, and those that are due at another time. */
      put: v.array(Message),
    }),
  ),
});
type Step = v.InferOutput<typeof Step>;

/** The state that outlives a run, besides the tables. Without a data directory, none does. */
export interface PersistedState {
  readonly state: State;
  /** Writes the changes since the last save to disk: all of them, or none. */
  save(): void;
  /** Writes all of it into one file. */
  saveWhole(): void;
}

/** The name of its file in the data folder. */
export const stateFile = 'state.json';

/** The name of the file with the steps that follow the other, one in each line. */
export const stepsFile = 'state.log';

/** The steps may become as long as this, in characters, or as the whole state. */
const maxStepsLength = 1024 ** 2;

export function persistedState(dataDirectory: string | undefined): PersistedState {
  if (!dataDirectory) {
    return { state: empty(), save: () => undefined, saveWhole: () => undefined };
  }
  const [file, steps] = [stateFile, stepsFile].map((name) => path.join(dataDirectory, name));
  if (file === undefined || steps === undefined) throw new Error('Both files have names.');
  const state = wholeState(dataDirectory) ?? empty();
  let written: Written | undefined;

  function saveWhole() {
    if (!dataDirectory || file === undefined || steps === undefined) return;
    state.writing += 1;
    const text = JSON.stringify(state);
    mkdirSync(dataDirectory, { recursive: true });
    // Renaming is atomic, so a reader never sees half a file. The file holds keys: only its owner
    // may read it.
    writeFileSync(`${file}.new`, text, { mode: 0o600 });
    renameSync(`${file}.new`, file);
    // Its steps follow an earlier writing: where this fails, they are passed over.
    rmSync(steps, { force: true });
    written = { ...writtenOf(state), length: text.length, stepsLength: 0 };
  }

  return {
    state,
    saveWhole,
    save() {
      const now = writtenOf(state);
      if (!written || now.fixed !== written.fixed) return saveWhole();
      const step = stepBetween(written, now, state);
      if (!step || steps === undefined) return;
      const line = `${JSON.stringify(step)}\n`;
      const stepsLength = written.stepsLength + line.length;
      if (stepsLength > Math.max(maxStepsLength, written.length)) return saveWhole();
      const { length } = written;
      // A line that is written in part only must not be followed by another one.
      written = undefined;
      appendFileSync(steps, line, { mode: 0o600 });
      written = { ...now, length, stepsLength };
    },
  };
}

/** The state on disk, as far as a save compares it. */
interface Written extends Parts {
  readonly length: number;
  readonly stepsLength: number;
}
interface Parts {
  /** Keys and secrets, which hardly change. */
  readonly fixed: string;
  readonly checkpoints: string;
  /** When each message is due, by queue and by the message's id. */
  readonly queues: ReadonlyMap<string, ReadonlyMap<string, number>>;
}

const writtenOf = ({ keys, secrets, checkpoints, queues }: State): Parts => ({
  fixed: JSON.stringify([keys, secrets]),
  checkpoints: JSON.stringify(checkpoints),
  queues: new Map(
    Object.entries(queues).map(([name, messages]) => [
      name,
      new Map(messages.map(({ id, dueAt }) => [id, dueAt])),
    ]),
  ),
});

function stepBetween(before: Parts, now: Parts, state: State): Step | undefined {
  const queues: Step['queues'] = {};
  for (const [name, messages] of Object.entries(state.queues)) {
    const [known, current] = [before.queues.get(name), now.queues.get(name)];
    const removed = [...(known?.keys() ?? [])].filter((id) => !current?.has(id));
    const put = messages.filter((message) => known?.get(message.id) !== message.dueAt);
    if (removed.length > 0 || put.length > 0) setOwnMember(queues, name, { removed, put });
  }
  const isMoved = before.checkpoints !== now.checkpoints;
  if (!isMoved && Object.keys(queues).length === 0) return undefined;
  return {
    follows: state.writing,
    queues,
    ...(isMoved && { checkpoints: state.checkpoints }),
  };
}

/** Without its keys all stored data is lost, so a file that is damaged never counts as absent. */
function wholeState(dataDirectory: string): State | undefined {
  const [text, steps] = [stateFile, stepsFile].map((name) => {
    const file = path.join(dataDirectory, name);
    return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  });
  if (text === undefined) return undefined;
  const state = stateIn(text);
  if (!state)
    throw new Error(`${path.join(dataDirectory, stateFile)} is damaged, and nothing was changed.`);
  const last = afterSteps(state, steps ?? '');
  if (!last)
    throw new Error(`${path.join(dataDirectory, stepsFile)} is damaged, and nothing was changed.`);
  return last;
}

/** The state that a text holds; undefined when it holds none. */
export function stateIn(text: string): State | undefined {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), State), text);
  return read.success ? read.output : undefined;
}

/** The state after the steps of a text that follow it; undefined when a step is damaged. */
export function afterSteps(state: State, text: string): State | undefined {
  // The last line is cut where the program was killed while it wrote, and counts as not written.
  const lines = text.split('\n').slice(0, -1);
  const steps = lines.map((line) => v.safeParse(v.pipe(v.string(), v.parseJson(), Step), line));
  let { checkpoints } = state;
  const queues = new Map(
    Object.entries(state.queues).map(([name, messages]) => [
      name,
      // A message that is put again stays in its place.
      new Map(messages.map((message) => [message.id, message])),
    ]),
  );
  for (const { success, output } of steps) {
    if (!success) return undefined;
    if (output.follows !== state.writing) continue;
    checkpoints = output.checkpoints ?? checkpoints;
    for (const [name, { removed, put }] of Object.entries(output.queues)) {
      const messages = queues.get(name) ?? new Map<string, PersistedMessage>();
      queues.set(name, messages);
      for (const id of removed) messages.delete(id);
      for (const message of put) messages.set(message.id, message);
    }
  }
  return {
    ...state,
    checkpoints,
    queues: Object.fromEntries(
      [...queues].map(([name, messages]) => [name, [...messages.values()]]),
    ),
  };
}

const empty = (): State => ({ writing: 0, keys: {}, secrets: {}, queues: {}, checkpoints: {} });
