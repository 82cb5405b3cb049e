import { Console } from 'node:console';
import { EventEmitter } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import path from 'node:path';
import { Writable } from 'node:stream';
import { parseJson } from '../assembly/json.ts';
import type { CompiledModule } from './compiled-modules.ts';
import { dateOfClock } from './date-of-clock.ts';

export type Handler = (event: unknown, context: object) => unknown;

/** The parameters of an instance. */
export interface InstanceParts {
  readonly codeDirectory: string;
  /** A file without its extension, and the name of its export: `index.handler`. */
  readonly handler: string;
  /** The variables of the instance's process, which its host may change between invocations. */
  readonly environment: Record<string, string>;
  compiled(file: string): CompiledModule;
  /** The instance's time in ms since 1970; that of this machine unless stated. */
  readonly clock?: (() => number) | undefined;
  /** Receives the instance's output. */
  print(text: string): void;
  /** Called when the instance's code asks its process to end. */
  exit(code: number): void;
}

/** Ends the running invocation, because its code called for the end of the process. */
export class ProcessExit extends Error {
  constructor(code: number) {
    super(`exit status ${code}`);
    this.name = 'ProcessExit';
  }
}

/**
 * Since Node.js 24, Lambda starts no handler that declares a callback as its third parameter:
 * https://docs.aws.amazon.com/lambda/latest/dg/nodejs-handler.html
 */
class CallbackHandler extends Error {
  constructor(handler: string) {
    super(`${handler} has a third parameter: Lambda has no callbacks since Node.js 24.`);
    this.name = 'Runtime.CallbackHandlerDeprecated';
  }
}

/**
 * Runs a function's modules in scopes of their own and returns the handler. The modules see their
 * own `process`, `console`, `global`, `Date` and module cache. They share the rest of the engine, such as
 * the prototypes of built-in objects, with the other instances of the thread. Throws the errors of
 * the modules.
 */
export function startInstance(parts: InstanceParts): Handler {
  const { codeDirectory, handler, compiled } = parts;
  const dot = handler.lastIndexOf('.');
  const base = path.join(codeDirectory, handler.slice(0, dot));
  const file = ['.js', '.cjs'].map((end) => base + end).find((name) => existsSync(name));
  if (!file) {
    const hint = existsSync(`${base}.mjs`) ? ' Only CommonJS modules run here.' : '';
    throw new Error(`Cannot find the module of handler ${handler}.${hint}`);
  }

  const surroundings = instanceGlobals(parts);
  const modules = new Map<string, { exports: unknown }>();
  const load = (filename: string): unknown => {
    const before = modules.get(filename);
    if (before) return before.exports;
    const module: { exports: unknown } = { exports: {} };
    modules.set(filename, module);
    try {
      if (filename.endsWith('.json')) module.exports = parseJson(readFileSync(filename, 'utf8'));
      else {
        compiled(filename)({
          ...surroundings,
          exports: module.exports,
          module,
          filename,
          dirname: path.dirname(filename),
          require: requireFrom(filename),
        });
      }
    } catch (error) {
      modules.delete(filename);
      throw error;
    }
    return module.exports;
  };
  const requireFrom = (filename: string) => {
    const plain = createRequire(filename);
    return (id: string): unknown => {
      if (id === 'node:process' || id === 'process') return surroundings.process;
      if (id === 'node:console' || id === 'console') return surroundings.console;
      return isBuiltin(id) ? plain(id) : load(plain.resolve(id));
    };
  };

  const found = memberOf(load(file), handler.slice(dot + 1));
  if (!isHandler(found)) throw new Error(`${handler} is not a function.`);
  if (found.length > 2) throw new CallbackHandler(handler);
  return found;
}

const isHandler = (value: unknown): value is Handler => typeof value === 'function';

const memberOf = (value: unknown, name: string): unknown =>
  (typeof value === 'object' && value !== null) || typeof value === 'function'
    ? Reflect.get(value, name)
    : undefined;

function instanceGlobals({ environment, print, exit, clock }: InstanceParts) {
  const output = () =>
    new Writable({
      decodeStrings: false,
      write(chunk, _encoding, done) {
        print(String(chunk));
        done();
      },
    });
  const [stdout, stderr] = [output(), output()];
  const end = (code: unknown) => {
    const status = Number(code ?? 0);
    exit(status);
    throw new ProcessExit(status);
  };
  const events = new EventEmitter();
  const own: object = Object.create(
    process,
    valuesOf({
      env: environment,
      stdout,
      stderr,
      argv: [process.execPath],
      execArgv: [],
      exit: end,
      reallyExit: end,
      abort: () => end(134),
      // Listeners for signals and similar events are never called, and end with their instance.
      ...Object.fromEntries(
        emitting.map((name) => {
          const method: unknown = Reflect.get(events, name);
          return [name, typeof method === 'function' ? method.bind(events) : method];
        }),
      ),
    }),
  );
  const console = new Console({ stdout, stderr });
  const ownDate = clock ? dateOfClock(clock) : Date;
  return { process: own, console, global: globalOf(own, console, ownDate), dates: ownDate };
}

const emitting = [
  ...['addListener', 'emit', 'listenerCount', 'listeners', 'off', 'on', 'once'],
  ...['prependListener', 'removeAllListeners', 'removeListener', 'setMaxListeners'],
];

const valuesOf = (values: Readonly<Record<string, unknown>>): PropertyDescriptorMap =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      { value, configurable: true, enumerable: true, writable: true },
    ]),
  );

/** The global object as a module sees it: writes to it stay within the instance. */
function globalOf(process: object, console: Console, ownDate: DateConstructor): object {
  const own = new Map<string | symbol, unknown>([
    ['process', process],
    ['console', console],
    ['Date', ownDate],
  ]);
  const proxy: object = new Proxy(globalThis, {
    get: (target, name) => (own.has(name) ? own.get(name) : Reflect.get(target, name)),
    has: (target, name) => own.has(name) || Reflect.has(target, name),
    set(_target, name, value) {
      own.set(name, value);
      return true;
    },
    defineProperty(_target, name, { value }) {
      own.set(name, value);
      return true;
    },
    deleteProperty: (_target, name) => own.delete(name) || true,
  });
  own.set('global', proxy);
  own.set('globalThis', proxy);
  return proxy;
}
