import * as v from 'valibot';

/** The clocks of a switch's functions. */
const Clocks = v.object({
  /** Decides how wrong each function's clock is. */
  seed: v.number(),
  /** How far all of them are ahead of this machine's, in ms. */
  aheadMs: v.number(),
});
export type Clocks = v.InferOutput<typeof Clocks>;

const StartSettings = v.object({
  dataDirectory: v.string(),
  /** Where the switch reaches the processor. */
  processorUrl: v.string(),
  clocks: Clocks,
});
export type StartSettings = v.InferOutput<typeof StartSettings>;

/** The settings as the one argument of the switch's process. */
export const Start = {
  text: (settings: StartSettings) => JSON.stringify(settings),
  parse: (text: string) => v.parse(StartSettings, JSON.parse(text)),
};

const ToSwitchSchema = v.variant('ask', [
  v.object({ id: v.number(), ask: v.literal('set clocks'), clocks: Clocks }),
  v.object({ id: v.number(), ask: v.literal('items'), beginning: v.string() }),
  v.object({ id: v.number(), ask: v.literal('find due') }),
]);
export type ToSwitch = v.InferOutput<typeof ToSwitchSchema>;
export const ToSwitch = { parse: (message: unknown) => v.parse(ToSwitchSchema, message) };

const FromSwitchSchema = v.union([
  v.object({ started: v.object({ url: v.string(), sandboxUrl: v.string() }) }),
  v.object({ id: v.number(), error: v.string() }),
  v.object({ id: v.number(), answer: v.optional(v.unknown()) }),
]);
export type FromSwitch = v.InferOutput<typeof FromSwitchSchema>;
export const FromSwitch = { parse: (message: unknown) => v.parse(FromSwitchSchema, message) };
