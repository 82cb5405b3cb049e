import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import vm from 'node:vm';

/** The variables in a CommonJS module's scope. */
interface ModuleScope {
  readonly exports: unknown;
  readonly require: (id: string) => unknown;
  readonly module: { exports: unknown };
  readonly filename: string;
  readonly dirname: string;
  readonly process: unknown;
  readonly console: unknown;
  readonly global: unknown;
  readonly dates: DateConstructor;
}

/** A module's compiled source: each call runs it in a new scope. */
export type CompiledModule = (scope: ModuleScope) => void;

type Wrapper = (...scope: readonly unknown[]) => void;

/**
 * Compiles the modules of one thread, each content once, for all files and instances that use it.
 * All instances run the same compiled function. So V8's optimized code and its type feedback serve
 * all of them.
 */
export function moduleCompiler(): (file: string) => CompiledModule {
  const byFile = new Map<string, CompiledModule>();
  const byContent = new Map<string, CompiledModule>();
  return (file) => {
    const before = byFile.get(file);
    if (before) return before;
    const source = readFileSync(file, 'utf8');
    const content = createHash('sha256').update(source).digest('base64');
    const compiled = byContent.get(content) ?? compile(source, file);
    byContent.set(content, compiled);
    byFile.set(file, compiled);
    return compiled;
  };
}

const head =
  '(function (exports, require, module, __filename, __dirname, process, console, global, globalThis, Date) {';

function compile(source: string, filename: string): CompiledModule {
  const script = new vm.Script(`${head}${source}\n})`, {
    filename,
    // Places in stack traces are those of the file, as in the cloud.
    columnOffset: -head.length,
    importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  const wrapper: Wrapper = script.runInThisContext();
  return (scope) => {
    const { exports, require, module, filename, dirname, process, console, global, dates } = scope;
    wrapper.call(
      exports,
      ...[exports, require, module, filename, dirname, process, console, global, global, dates],
    );
  };
}
