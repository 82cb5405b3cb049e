import { join } from 'node:path';
import * as v from 'valibot';
import { documentFiles } from '../../scripts/documents/written-files.ts';

const root = join(import.meta.dirname, '..', '..');

/** Loaded by a name that `tsc` does not follow: the linter's types need packages left out here. */
const linter = '@redocly/openapi-core';

const Linter = v.object({ loadConfig: v.function(), lint: v.function() });
const Problems = v.array(
  v.object({
    severity: v.string(),
    ruleId: v.string(),
    message: v.string(),
    location: v.array(v.object({ pointer: v.optional(v.string()) })),
    ignored: v.optional(v.boolean(), false),
  }),
);

describe.each(Object.values(documentFiles))('%s', (file) => {
  it(`${file} has no error and no warning by the recommended rules of Redocly`, async () => {
    const { loadConfig, lint } = v.parse(Linter, await import(linter));
    const config = await loadConfig({ configPath: join(root, 'tools', 'redocly', 'redocly.yaml') });
    const problems = v.parse(Problems, await lint({ ref: join(root, file), config }));
    const found = problems.map(({ severity, ruleId, message, location, ignored }) => ({
      ignored,
      problem: `${severity} ${ruleId} at ${location[0]?.pointer}: ${message}`,
    }));

    expect(found.filter(({ ignored }) => !ignored).map(({ problem }) => problem)).toEqual([]);
    // Paths of Hyperswitch v1 that cannot change: each with its reason in .redocly.lint-ignore.yaml.
    expect(found).toHaveLength(file === documentFiles.switch ? 5 : 0);
  });
});
