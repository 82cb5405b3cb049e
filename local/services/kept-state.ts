import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';

const Message = v.object({
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

const State = v.object({
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
  checkpoints: v.record(v.string(), v.record(v.string(), v.string())),
});
export type State = v.InferOutput<typeof State>;

/** The state that outlives a run, besides the tables. Without a data directory, none does. */
export interface PersistedState {
  readonly state: State;
  /** Writes the state to disk atomically. */
  save(): void;
}

/** The name of its file in the data folder. */
export const stateFile = 'state.json';

export function persistedState(dataDirectory: string | undefined): PersistedState {
  if (!dataDirectory) return { state: empty(), save: () => undefined };
  const file = path.join(dataDirectory, stateFile);
  const state = existsSync(file) ? wholeState(file) : empty();
  let written = '';
  return {
    state,
    save() {
      const text = JSON.stringify(state);
      if (text === written) return;
      mkdirSync(dataDirectory, { recursive: true });
      // Renaming is atomic, so a reader never sees half a file. The file holds keys: only its owner
      // may read it.
      writeFileSync(`${file}.new`, text, { mode: 0o600 });
      renameSync(`${file}.new`, file);
      written = text;
    },
  };
}

/** Without its keys all stored data is lost, so a file that is damaged never counts as absent. */
function wholeState(file: string): State {
  const state = stateIn(readFileSync(file, 'utf8'));
  if (!state) throw new Error(`${file} is damaged, and nothing was changed.`);
  return state;
}

/** The state that a text holds; undefined when it holds none. */
export function stateIn(text: string): State | undefined {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), State), text);
  return read.success ? read.output : undefined;
}

const empty = (): State => ({ keys: {}, secrets: {}, queues: {}, checkpoints: {} });
