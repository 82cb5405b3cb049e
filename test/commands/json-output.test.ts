import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { standardWebhookHeaders } from '#platform/crypto/webhook-signatures.ts';
import { asIs, jsonOf } from '../../scripts/command-line/json-of.ts';
import { commandGroups, commands } from '../../scripts/turnout/commands.ts';
import { turnout as turnoutCommand } from '../../scripts/turnout/turnout.ts';
import { isFetched } from '../../tools/launch/npm-files.cjs';
import { cellMapFile, twoCells } from '../support/deployment/cell-map-file.ts';
import { commandDocument } from '../support/documents/command-document.ts';
import { documentedMembers } from '../support/documents/documented-members.ts';
import { bareEnvironment } from '../support/runner/bare-environment.ts';
import { drawnByDay } from '../support/runner/drawn-by-day.ts';
import { eventually } from '../support/runner/eventually.ts';
import { runCommand, startCommand } from '../support/runner/run-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'turnout-json-'));
afterAll(() => rmSync(folder, { recursive: true }));

// The CDK writes into the home folder.
const environment = { ...bareEnvironment, HOME: folder };

/** Calls `npx turnout` with nothing of AWS in its environment. */
const turnout = (...args: string[]) => runCommand(turnoutCommand, args, { environment });

const names = commandGroups.flatMap(({ commands }) => Object.keys(commands));
const ErrorLine = v.strictObject({
  error: v.strictObject({ message: v.string(), help: v.string() }),
});

const { each } = drawnByDay('commands');

each(names)('the command %s reports a wrong command line as JSON with --json', async (name) => {
  // Other options of deploy are those of the CDK.
  const wrong = name === 'deploy' ? '--accept' : '--verbos';
  const { code, out, error } = await turnout(name, wrong, '--json');
  expect([code, out]).toEqual([2, '']);
  const { message, help } = v.parse(ErrorLine, JSON.parse(error)).error;
  expect(message).toContain(wrong);
  expect(help).toMatch(/^np[mx] .*--help$/);
});

each(names)(
  'the command %s names --json in its help, in the same words as all others',
  async (name) => {
    const { out } = await turnout(name, '--help');
    expect(out).toMatch(
      /^ {2}(?:npm start -- )?--json +prints JSON for programs\n.*--help +shows this$/m,
    );
  },
);

it('the page about the command line lists the members of the JSON of every command', () => {
  expect([...documentedMembers().keys()]).toEqual(names);
});

/** An assembly of one stack without resources. */
function assembly(): string {
  const directory = join(folder, 'assembly');
  mkdirSync(directory);
  const artifact = {
    type: 'aws:cloudformation:stack',
    environment: 'aws://unknown-account/us-east-1',
    properties: { templateFile: 'Home.template.json' },
  };
  const topic = { Resources: { Topic: { Type: 'AWS::SNS::Topic' } } };
  writeFileSync(
    join(directory, 'manifest.json'),
    JSON.stringify({ artifacts: { Home: artifact } }),
  );
  writeFileSync(join(directory, 'Home.template.json'), JSON.stringify(topic));
  return directory;
}

/** A log with one span. */
function log(): string {
  const file = join(folder, 'switch.log');
  const span = {
    message: 'span',
    trace_id: 'a'.repeat(32),
    span_id: 'b',
    name: 'payments.create',
    function: 'payments.create',
    begun: '2026-01-01T00:00:00.000Z',
    ms: 12,
    payment_id: 'pay_1',
  };
  writeFileSync(file, `${JSON.stringify(span)}\n`);
  return file;
}

const file = log();
/** Every command that needs neither a switch nor an account, and its document. */
const documents: readonly (readonly [readonly string[], object])[] = [
  [
    ['docs', '--out', join(folder, 'site')],
    { pages: expect.any(Number), bytes: expect.any(Number) },
  ],
  [
    ['cost', '--region', 'eu-west-1'],
    { region: 'eu-west-1', idle: { total_usd: expect.any(Number) } },
  ],
  [['validate', assembly()], { templates: 1, cdk: [] }],
  [
    ['cells', 'check', '--map', cellMapFile(twoCells)],
    {
      vault_account: '222222222222',
      expected_rate: 1_000,
      cells: [{ name: 'eu-1' }, { name: 'eu-2' }],
    },
  ],
  [
    ['cells', 'where', 'merchant_1', '--map', cellMapFile(twoCells)],
    { cell: 'eu-1', is_new: false },
  ],
  [['cells', 'edge', '--map', cellMapFile(twoCells)], { data: expect.any(Array) }],
  [['cells', 'size', '--rate', '10000'], { cells: 6, serving: 5, for_new_merchants: 1 }],
  [
    ['logs', 'stats count(*) as lineCount by function', '--log', file],
    { results: [{ function: 'payments.create', lineCount: 1 }] },
  ],
  [
    ['trace', 'pay_1', '--log', file],
    { traces: [{ trace_id: 'a'.repeat(32), spans: [{ span_id: 'b', ms: 12, failed: false }] }] },
  ],
  [['settings', 'keepWarm'], { name: 'keepWarm', value: 0, when_added: null }],
  [['settings'], { stage: 'sandbox', settings: expect.any(Array) }],
  [['vault-keys', 'describe'], { document: expect.stringMatching(/^# /) }],
  [
    [
      ...['vault-keys', 'rotate', '--stage', 'sandbox', '--tenant', 'shop'],
      ...['--class', 'pan', '--version', '2'],
    ],
    { command: expect.stringMatching(/^aws lambda invoke /) },
  ],
  ...(isFetched('dynamodb-local')
    ? [[['dynamodb-local'], { folder: expect.stringContaining('.turnout/packages') }] as const]
    : []),
];

each(documents, ([args]) => args.join(' '))(
  'the command %j prints one JSON document with --json',
  async (args, document) => {
    const { code, out, error } = await turnout(...args, '--json');
    expect([code, error]).toEqual([0, '']);
    expect(out.trim().split('\n')).toHaveLength(1);
    expect(JSON.parse(out)).toMatchObject(document);
    const members = documentedMembers().get(args[0] ?? '');
    expect(members).toEqual(expect.arrayContaining(Object.keys(JSON.parse(out))));
  },
);

it('the command doctor prints its findings as JSON with --json', async () => {
  const { out, error } = await turnout('doctor', '--json');
  expect(error).toBe('');
  expect(JSON.parse(out).findings).toContainEqual(
    expect.objectContaining({ name: 'Node.js', is_optional: false, is_there: true }),
  );
});

it('the webhook-sink prints a line of JSON when it is ready, and one for each webhook', async () => {
  const sink = startCommand(turnoutCommand, ['webhook-sink', '--port', '0', '--once', '--json'], {
    environment: { TURNOUT_WEBHOOK_SECRET: 'k' },
  });
  const lines = () =>
    sink
      .out()
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  await eventually(() => expect(lines()).toHaveLength(1));
  const url = String(lines()[0]?.url);
  const body = JSON.stringify({ event_type: 'payment_succeeded', event_id: 'evt_1' });
  for (const key of ['another', 'k']) {
    const headers = standardWebhookHeaders([key], 'evt_1', new Date(), body);
    await fetch(url, { method: 'POST', body, headers });
  }
  expect(await sink.ended).toMatchObject({ code: 0, error: '' });
  const event = { kind: 'webhook', event_type: 'payment_succeeded', event_id: 'evt_1' };
  expect(lines()).toEqual([
    { kind: 'ready', url },
    { ...event, verdict: 'wrong signature' },
    { ...event, verdict: 'verified' },
  ]);
});

/** An AWS CLI that answers each of its subcommands with a file. */
function awsCli(answers: Readonly<Record<string, object>>): string {
  const bin = mkdtempSync(join(folder, 'aws-'));
  for (const [name, answer] of Object.entries(answers)) {
    writeFileSync(join(bin, `${name}.json`), JSON.stringify(answer));
  }
  writeFileSync(join(bin, 'aws'), '#!/bin/sh\ncat "$(dirname "$0")/$2.json"\n', { mode: 0o755 });
  return bin;
}

const ofAwsCli: readonly (readonly [string, readonly string[], Record<string, object>, object])[] =
  [
    [
      'drift',
      ['--stage', 'production'],
      {
        'describe-stacks': {
          Stacks: [{ StackName: 'turnout-production-data', StackStatus: 'UPDATE_COMPLETE' }],
        },
        'detect-stack-drift': { StackDriftDetectionId: 'd' },
        'describe-stack-drift-detection-status': {
          DetectionStatus: 'DETECTION_COMPLETE',
          StackDriftStatus: 'DRIFTED',
        },
        'describe-stack-resource-drifts': {
          StackResourceDrifts: [
            {
              LogicalResourceId: 'Table',
              ResourceType: 'AWS::DynamoDB::GlobalTable',
              StackResourceDriftStatus: 'DELETED',
            },
          ],
        },
      },
      {
        stage: 'production',
        regions: ['us-east-1'],
        stacks: 1,
        findings: [
          {
            stack: 'turnout-production-data',
            status: 'DELETED',
            type: 'AWS::DynamoDB::GlobalTable',
            logical_id: 'Table',
            differences: [],
          },
        ],
      },
    ],
    [
      'gate',
      ['--stage', 'sandbox', '--since', '2026-02-01T12:00Z'],
      {
        'get-metric-statistics': {
          Datapoints: [{ Timestamp: '2026-02-01T12:05:00+00:00', SampleCount: 1 }],
        },
        'describe-alarms': { MetricAlarms: [{ AlarmName: 'turnout-sandbox-ops-Errors' }] },
      },
      {
        stage: 'sandbox',
        is_good: false,
        has_paid: true,
        alarms: ['turnout-sandbox-ops-Errors'],
      },
    ],
  ];

each(ofAwsCli, ([name]) => `${name} of the AWS CLI`)(
  'the command %s prints its findings as JSON with --json, and ends with 1',
  async (name, args, answers, document) => {
    const PATH = `${awsCli(answers)}:${process.env.PATH}`;
    const command = await commands.get(name)?.load(args);
    if (!command) throw new Error(`There is no command ${name}.`);
    const printed = await commandDocument([name, command], args, {
      ...environment,
      PATH,
      AWS_REGION: 'us-east-1',
    });
    expect([printed.code, printed.document]).toEqual([1, document]);
  },
);

it('a command that cannot do its work reports it as JSON, and ends with 1', async () => {
  const { code, out, error } = await turnout('--json', 'trace', 'pay_2', '--log', file);
  expect([code, out]).toEqual([1, '']);
  expect(JSON.parse(error)).toEqual({
    error: { message: 'The log has no span of pay_2.', help: 'npx turnout trace --help' },
  });
});

it('npx turnout --json lists all commands, and names the nearest one of a misspelt command', async () => {
  const { out } = await turnout('--json');
  expect(JSON.parse(out).commands.map((one: { name: string }) => one.name)).toEqual(names);
  const { code, error } = await turnout('lissten', '--json');
  expect(code).toBe(2);
  expect(JSON.parse(error).error.message).toBe('There is no command "lissten". Is "listen" meant?');
});

it('an unexpected error is reported as JSON with its stack', async () => {
  const commandLine = join(import.meta.dirname, '..', '..', 'scripts', 'command-line');
  const program = `
    import { turnoutCommand } from '${join(commandLine, 'command.ts')}';
    import { runAsProgram } from '${join(commandLine, 'program.ts')}';
    const broken = turnoutCommand({ name: 'x', help: '', options: {} }, () => {
      console.log('a line of a library');
      throw new TypeError('broken');
    });
    await runAsProgram(import.meta, broken);
  `;
  const broken = join(folder, 'broken.mjs');
  writeFileSync(broken, program);
  const { code, out, error } = await new Promise<{ code: number; out: string; error: string }>(
    (resolve) => {
      execFile(process.execPath, [broken, '--json'], (failure, out, error) =>
        resolve({ code: Number(failure?.code ?? 0), out, error }),
      );
    },
  );
  expect([code, out]).toEqual([1, '']);
  const [line, json = ''] = error.trim().split('\n');
  expect(line).toBe('a line of a library');
  expect(JSON.parse(json).error).toMatchObject({
    message: 'TypeError: broken',
    stack: expect.stringContaining('    at '),
  });
});

it('the members of a document are named in snake case, and data of others stays as it is', () => {
  const value = { merchantId: 'a', list: [{ isThere: true }], at: new Date(0) };
  expect(jsonOf({ ...value, data: asIs({ isData: 1 }) })).toBe(
    '{"merchant_id":"a","list":[{"is_there":true}],"at":"1970-01-01T00:00:00.000Z","data":{"isData":1}}',
  );
});
