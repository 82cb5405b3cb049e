import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseSync } from 'oxc-parser';
import * as v from 'valibot';
import { interfaceVersion } from '#connectors/interface/version.ts';

const root = join(import.meta.dirname, '..', '..');

/** The interface of connectors in one version: a hash of the types of each of its files. */
const Shape = v.object({ version: v.number(), files: v.record(v.string(), v.string()) });
type Shape = v.InferOutput<typeof Shape>;

export function interfaceShape(): string {
  const files = globSync('shared/connectors/interface/*.ts', { cwd: root })
    .filter((file) => !file.endsWith('/version.ts'))
    .sort()
    .map((file) => [basename(file), shapeOf(readFileSync(join(root, file), 'utf8'))] as const);
  const shape: Shape = { version: interfaceVersion, files: Object.fromEntries(files) };
  return `${JSON.stringify(shape, null, 2)}\n`;
}

/** The hash of a source without its comments and spaces. */
export function shapeOf(source: string): string {
  const { comments } = parseSync('interface.ts', source);
  let code = '';
  let at = 0;
  for (const { start, end } of comments) {
    code += source.slice(at, start);
    at = end;
  }
  const whole = `${code}${source.slice(at)}`.replaceAll(/\s+/g, ' ').trim();
  return createHash('sha256').update(whole).digest('hex').slice(0, 16);
}

/**
 * What changed in the interface of one version. Only additions that no connector has to know are
 * accepted; any other change raises the version.
 */
export function changesOfShape(stored: string, made: string): readonly string[] {
  const [before, now] = [stored, made].map((text) => v.parse(Shape, JSON.parse(text)));
  if (!before || !now || before.version !== now.version) return [];
  const names = new Set([...Object.keys(before.files), ...Object.keys(now.files)]);
  return [...names]
    .filter((name) => before.files[name] !== now.files[name])
    .map((name) => `${name} of version ${now.version} of the interface of connectors`);
}
