import { createReadStream, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import * as v from 'valibot';

/** The decisions of all suites, and how many there are. docs/iam-trace.md describes the lines. */
interface MergedTrace {
  readonly allow: number;
  readonly deny: number;
  readonly distinct: number;
  readonly policies: number;
  readonly principals: number;
  /** The file, line by line, each with its end. */
  lines(): Iterable<string>;
}

/** The files of the suites cannot be merged, because a part of them is missing. */
export class BrokenTrace extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'BrokenTrace';
  }
}

const Ids = v.array(v.string());
const Line = v.variant('kind', [
  v.looseObject({ kind: v.literal('policy'), id: v.string() }),
  v.looseObject({
    kind: v.literal('decision'),
    principal: v.string(),
    decision: v.picklist(['allow', 'deny']),
    identityPolicies: Ids,
    resourcePolicies: Ids,
  }),
  v.strictObject({ kind: v.literal('end') }),
]);

/**
 * Merges the files of a folder, one of each switch that a suite started: each policy once, in the
 * order of their ids, then each distinct decision once, in the order of their text. The result does
 * not depend on the worker that wrote a line, nor on the order of the files. Throws `BrokenTrace`.
 */
export async function mergeTraces(folder: string): Promise<MergedTrace> {
  const policies = new Map<string, string>();
  const decisions = new Map<string, number>();
  const principals = new Set<string>();
  const counted = { allow: 0, deny: 0 };
  const files = readdirSync(folder).sort();
  if (files.length === 0) throw new BrokenTrace('The suites wrote no decisions.');
  for (const name of files) {
    let isWhole = false;
    let number = 0;
    for await (const text of createInterface(createReadStream(join(folder, name)))) {
      number += 1;
      const line = parsedLine(text, `Line ${number} of ${name}`);
      isWhole = line.kind === 'end';
      if (line.kind === 'policy') policies.set(line.id, text);
      if (line.kind !== 'decision') continue;
      const unknown = [...line.identityPolicies, ...line.resourcePolicies].find(
        (id) => !policies.has(id),
      );
      if (unknown) {
        throw new BrokenTrace(
          `Line ${number} of ${name} names a policy that no line has: ${unknown}`,
        );
      }
      decisions.set(text, (decisions.get(text) ?? 0) + 1);
      counted[line.decision] += 1;
      principals.add(line.principal);
    }
    if (!isWhole) {
      throw new BrokenTrace(`${name} ends early: the process that wrote it did not close it.`);
    }
  }
  if (decisions.size === 0) throw new BrokenTrace('The suites wrote no decisions.');
  return {
    ...counted,
    distinct: decisions.size,
    policies: policies.size,
    principals: principals.size,
    *lines() {
      yield `${JSON.stringify({ kind: 'format', version: 1 })}\n`;
      for (const [, text] of sorted(policies)) yield `${text}\n`;
      for (const [text, times] of sorted(decisions)) {
        yield `${JSON.stringify({ ...Object(JSON.parse(text)), times })}\n`;
      }
    },
  };
}

function parsedLine(text: string, where: string): v.InferOutput<typeof Line> {
  try {
    return v.parse(Line, JSON.parse(text));
  } catch (cause) {
    throw new BrokenTrace(`${where} is no line of a trace.`, { cause });
  }
}

const sorted = <Value>(map: ReadonlyMap<string, Value>) =>
  [...map].sort(([one], [other]) => (one < other ? -1 : 1));
