import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { functionPool } from '../../local/function-pool.ts';
import type { LocalFunction } from '../../local/functions.ts';
import { eventually } from '../support/switch.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'turnout-pool-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A function that answers how often its container has been asked. */
function aFunction(name: string): LocalFunction {
  const codeDirectory = path.join(folder, name);
  mkdirSync(codeDirectory);
  const code = 'let times = 0; exports.handler = async () => (times += 1);';
  writeFileSync(path.join(codeDirectory, 'index.js'), code);
  return {
    ...{
      stackName: 'stack',
      logicalId: name,
      displayName: name,
      name,
      arn: `arn:${name}`,
      description: '',
    },
    ...{ roleArn: 'arn:role', handler: 'index.handler', codeDirectory, environment: {} },
    ...{ timeoutMs: 10_000, memoryMb: 128, reservedConcurrency: undefined, logGroup: name },
  };
}

it('keeps the containers that were used last, and starts the others again when they are asked', async () => {
  const names = ['first', 'second', 'third', 'fourth'];
  const functions = names.map(aFunction);
  const pool = functionPool(functions, {
    environment: () => ({}),
    mayLog: () => false,
    log: () => undefined,
    ...{ mostKept: 2, idleMs: 0 },
  });
  try {
    const asked = async (...which: number[]) => {
      const answers: unknown[] = [];
      for (const index of which) answers.push(await pool.invoke(functions[index] ?? never(), '{}'));
      return answers;
    };
    const first = { kind: 'result', payload: '1' };
    const second = { kind: 'result', payload: '2' };
    expect(await asked(0, 1, 2, 3)).toEqual([first, first, first, first]);
    // Nothing ends again for two seconds from here.
    await eventually(() => expect(pool.size()).toBe(2));
    expect(await asked(2, 3, 0)).toEqual([second, second, first]);
  } finally {
    await pool.stop();
  }
});

function never(): never {
  throw new Error('There are four.');
}
