import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, createWriteStream, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import * as v from 'valibot';
import { command, UsageError } from './command.ts';

const help = `Writes down each decision on a call of AWS that the suites of grants make on a laptop,
with the policies that decided, so that another evaluator of IAM policies can be held against it.

  npm run iam -- --trace FILE

It runs test/end-to-end/grants-*, in some minutes. docs/iam-trace.md describes the lines of the file.

  --trace FILE       the file to write; one that is there is replaced
  --help             shows this

Ends with 1 when one of the suites fails.
`;

const Line = v.variant('kind', [
  v.looseObject({ kind: v.literal('policy'), id: v.string() }),
  v.looseObject({
    kind: v.literal('decision'),
    principal: v.string(),
    decision: v.picklist(['allow', 'deny']),
  }),
]);

const lineOf = (line: object) => `${JSON.stringify(line)}\n`;

await command({ name: 'npm run iam', help, options: { trace: 'value' } }, async (given) => {
  const file = given.required('trace', 'a file to write');
  const output = createWriteStream(file);
  await once(output, 'open').catch((cause) => {
    throw new UsageError(`${file} cannot be written.`, { cause });
  });
  const folder = mkdtempSync(path.join(tmpdir(), 'turnout-iam-trace-'));
  try {
    const code = await runSuites(folder);
    const principals = new Set<string>();
    const counted = { allow: 0, deny: 0, policies: 0, distinct: 0, principals };
    await pipeline(merged(folder, counted), output);
    const { allow, deny, policies, distinct } = counted;
    process.stdout.write(
      `${allow + deny} decisions, ${distinct} of them distinct: ${allow} allowed, ${deny} denied; ` +
        `of ${principals.size} roles, under ${policies} policies.\n`,
    );
    return code;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

async function runSuites(folder: string): Promise<number> {
  const root = path.join(import.meta.dirname, '..');
  const jest = ['node_modules/jest/bin/jest.js', 'test/end-to-end/grants', '--silent'];
  const child = spawn('node', ['tools/run.cjs', ...jest], {
    cwd: root,
    env: { ...process.env, IAM_TRACE_FOLDER: folder },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code] = await once(child, 'exit');
  return code === 0 ? 0 : 1;
}

interface Counted {
  allow: number;
  deny: number;
  policies: number;
  distinct: number;
  readonly principals: Set<string>;
}

/** The lines of all suites: first each policy once, then each distinct decision once; counts them. */
async function* merged(folder: string, counted: Counted): AsyncGenerator<string> {
  yield lineOf({ kind: 'format', version: 1 });
  const policies = new Set<string>();
  const decisions = new Map<string, number>();
  for (const name of readdirSync(folder).sort()) {
    for await (const text of createInterface(createReadStream(path.join(folder, name)))) {
      const line = v.parse(Line, JSON.parse(text));
      if (line.kind === 'decision') {
        decisions.set(text, (decisions.get(text) ?? 0) + 1);
        counted[line.decision] += 1;
        counted.principals.add(line.principal);
      } else if (!policies.has(line.id)) {
        policies.add(line.id);
        yield lineOf(line);
      }
    }
  }
  counted.policies = policies.size;
  counted.distinct = decisions.size;
  for (const [text, times] of decisions) yield lineOf({ ...Object(JSON.parse(text)), times });
}
