import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseJson } from '../../local/assembly/json.ts';
import { moduleCompiler } from '../../local/functions/compiled-modules.ts';
import { startInstance } from '../../local/functions/function-instance.ts';
import { functionNamed, functionNames } from '../support/deployment/function-names.ts';
import { drawnByDay } from '../support/runner/drawn-by-day.ts';
import {
  type RuntimeClient,
  startRuntimeClient,
} from '../support/runtime-client/runtime-client.ts';
import { simpleEvent } from '../support/runtime-client/simple-event.ts';
import { aRunningSwitch } from '../support/switch/a-running-switch.ts';

const suite = aRunningSwitch({ own: 'An instance of each function starts.', merchant: {} });
let client: RuntimeClient;
beforeAll(async () => {
  client = await startRuntimeClient();
});
afterAll(() => client.stop());

describe('a handler that declares a callback', () => {
  const folder = mkdtempSync(join(tmpdir(), 'turnout-callback-'));
  writeFileSync(join(folder, 'index.cjs'), 'exports.handler = (event, context, callback) => {};');
  afterAll(() => rmSync(folder, { recursive: true }));
  const reason = 'Runtime.CallbackHandlerDeprecated';

  it('a handler with a third parameter is not started by AWS’s runtime client', async () => {
    const environment = { _HANDLER: 'index.handler', LAMBDA_TASK_ROOT: folder };
    const { kind, body } = await client.run(environment, 'arn:aws:lambda:::function:callback', {});
    expect([kind, parseJson(body)]).toEqual([
      'init error',
      expect.objectContaining({ errorType: reason }),
    ]);
  });

  it('a handler with a third parameter is not started on the laptop either, for the same reason', () => {
    const parts = {
      codeDirectory: folder,
      handler: 'index.handler',
      environment: {},
      compiled: moduleCompiler(),
      print: () => undefined,
      exit: () => undefined,
    };
    expect(() => startInstance(parts)).toThrow(expect.objectContaining({ name: reason }));
  });
});

it('the laptop runs every function by a bundle that AWS’s runtime client can be given', () => {
  const names = suite.running.assembly.inside.functions.map(({ logicalId }) =>
    functionNamed(logicalId),
  );
  expect(names.sort()).toEqual([...functionNames].sort());
});

// The merchant's key is good until its account is deleted.
const deletesAccount = (name: string) => Number(name === 'accounts.delete');
const lastDeleted = functionNames.toSorted((a, b) => deletesAccount(a) - deletesAccount(b));

drawnByDay('runtime-client').each(lastDeleted)(
  '%s starts under AWS’s runtime client, and answers and logs one event as on the laptop',
  async (name) => {
    const { assembly, lines } = suite.running;
    const target = assembly.inside.functions.find((one) => functionNamed(one.logicalId) === name);
    if (!target) throw new Error(`The laptop has no function ${name}.`);
    const event = simpleEvent(name, suite.merchant);
    const onLaptop = async () => {
      const from = lines.length;
      const ending = await assembly.invoke(target.logicalId, event).then(
        (answer) => ({ kind: 'response', answer }),
        ({ name: errorType, message: errorMessage }) => ({
          kind: 'error',
          answer: { errorType, errorMessage },
        }),
      );
      const own = lines
        .slice(from)
        .filter(({ source, level }) => source === target.displayName && level === 'info');
      return { ...ending, lines: own.map(({ message }) => message) };
    };
    const underClient = async () => {
      const environment = assembly.inside.environmentOf(target);
      const { kind, body, lines: printed } = await client.run(environment, target.arn, event);
      return { kind, answer: parseJson(body), lines: printed };
    };
    // The first of three equal requests creates objects that the other two find.
    await onLaptop();
    let expected = comparable(await onLaptop());
    let received = comparable(await underClient());
    // Webhooks are delivered meanwhile, so an answer counts only if the laptop gives it before and
    // after.
    while (received !== expected) {
      const before = expected;
      expected = comparable(await onLaptop());
      if (expected === before) break;
      received = comparable(await underClient());
    }
    expect(received).toEqual(expected);
  },
);

/**
 * The run without values that differ between two equal requests: times, durations, and random
 * identifiers.
 */
const comparable = (run: object) =>
  varying.reduce(
    (text, [what, name]) => text.replaceAll(what, name),
    JSON.stringify(inOrder(run), null, 1),
  );

const varying: readonly (readonly [RegExp, string])[] = [
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z?/g, 'TIME'],
  [/\b1[78]\d{8}(?:\d{3})?\b/g, 'NUMBER'],
  // The laptop's suites reach the bundles through a link.
  [/\/[^ (]+\/(?=index\.cjs)/g, 'BUNDLE/'],
  [/\b(?=[\w-]*\d)[\w-]{16,}/g, 'RANDOM'],
  [/\b[a-z]+_[A-Za-z0-9]{20,}/g, 'RANDOM'],
];

/** Members of objects in one order, also in bodies and lines of JSON: a table keeps none in maps. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value === 'string' && /^\{.*\}$/s.test(value)) return inOrder(JSON.parse(value));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      // Only the first request of an instance is cold.
      .filter(([name]) => name !== 'cold')
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, member]) => [name, isMeasured(name) ? 'NUMBER' : inOrder(member)]),
  );
}

const isMeasured = (name: string) => name === 'ms' || name === 'Timestamp';
