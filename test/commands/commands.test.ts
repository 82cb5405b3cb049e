import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from '../../scripts/command-line/program.ts';
import { webhookSink } from '../../scripts/turnout/webhook-sink.ts';
import { cellMapFile, twoCells } from '../support/deployment/cell-map-file.ts';
import { bareEnvironment } from '../support/runner/bare-environment.ts';
import { drawnByDay } from '../support/runner/drawn-by-day.ts';
import { runCommand } from '../support/runner/run-command.ts';

const root = join(import.meta.dirname, '..', '..');

/** Runs a command as a program, with nothing of AWS in its environment. */
function run(args: readonly string[], environment: Record<string, string> = {}) {
  return new Promise<{ code: number; out: string; error: string }>((resolve) => {
    execFile(
      process.execPath,
      [...args],
      { cwd: root, env: { ...bareEnvironment, ...environment } },
      (failure, out, error) => resolve({ code: Number(failure?.code ?? 0), out, error }),
    );
  });
}

const key = { ADMIN_API_KEY: 'test_admin' };
const role = 'arn:aws:iam::123456789012:role/auditor';

interface Case {
  readonly mistake: string;
  readonly args: readonly string[];
  readonly environment?: Record<string, string>;
  /** A part of its message. */
  readonly says: string;
}

/** A time of which events can still be made. */
const recently = new Date(Date.now() - 3_600_000).toISOString();

const unknownOption = { mistake: 'an unknown option', args: ['--verbos'], says: '--verbos' };

const unknownStage = {
  mistake: 'a stage that there is not',
  args: ['--stage', 'laptop'],
  says: '--stage must be one of sandbox, production, and is "laptop"',
};
/** Mistakes of a command whose stage is required. */
const wrongStages: readonly Case[] = [
  { mistake: 'no stage', args: [], says: '--stage is missing: sandbox or production' },
  unknownStage,
];

/** Every command, with each mistake that it can be given. */
const commands: Readonly<Record<string, readonly Case[]>> = {
  'scripts/turnout/start.ts': [
    { ...unknownOption, says: 'There is no option --verbos. Is --verbose meant?' },
    { mistake: 'no value', args: ['--data'], says: '--data needs a value' },
    {
      mistake: 'an option for a value',
      args: ['--data', '--verbose'],
      says: '--data needs a value',
    },
    { mistake: 'an empty value', args: ['--data', ''], says: '--data needs a value' },
    { mistake: 'a file for a folder', args: ['--data', 'README.md'], says: 'README.md is a file' },
    { mistake: 'a word', args: ['now'], says: '"now" is not understood' },
    {
      mistake: 'two ports that are one',
      args: [],
      environment: { PORT: '65021', SANDBOX_PORT: '65021' },
      says: 'PORT and SANDBOX_PORT are both 65021',
    },
    {
      mistake: 'a number of refunds that is none',
      args: [],
      environment: { REFUNDS_PER_PAYMENT: 'many' },
      says: 'REFUNDS_PER_PAYMENT must be a number from 1 to 100',
    },
    {
      mistake: 'a share of traces that is none',
      args: [],
      environment: { TRACE_SAMPLING: '1.5' },
      says: 'TRACE_SAMPLING must be a number from 0 to 1',
    },
    {
      mistake: 'a sender of receipts that is no address',
      args: [],
      environment: { RECEIPTS_FROM: 'Shop <receipts@shop.example>' },
      says: 'RECEIPTS_FROM must be an email address in small letters',
    },
    {
      mistake: 'a connector without a URL',
      args: [],
      environment: { CONNECTOR_URLS: 'stripe=nowhere' },
      says: 'CONNECTOR_URLS must be like stripe=https://api.stripe.com/',
    },
    {
      mistake: 'a connector that there is not',
      args: [],
      environment: { CONNECTOR_URLS: 'stripe=sandbox,strip=https://strip.example/' },
      says: 'CONNECTOR_URLS: There is no connector strip. There are ',
    },
    {
      mistake: 'no address',
      args: [],
      environment: { DYNAMODB_ENDPOINT: 'localhost' },
      says: 'DYNAMODB_ENDPOINT must be an address',
    },
  ],
  'scripts/turnout/deploy.ts': [
    { mistake: 'no name of a setting', args: ['--accept'], says: '--accept needs a value' },
  ],
  'scripts/turnout/resolve.ts': [
    unknownOption,
    {
      mistake: 'a misspelt option',
      args: ['--marchant', 'shop'],
      says: 'There is no option --marchant. Is --merchant meant?',
    },
    { mistake: 'a value for --json', args: ['--json=yes'], says: '--json takes no value' },
    { mistake: 'no value', args: ['--status'], says: '--status needs a value' },
    {
      mistake: 'no status',
      args: ['--merchant', 'shop', '--payment', 'pay_1'],
      says: '--status is missing',
    },
    { mistake: 'no merchant', args: ['--payment', 'pay_1'], says: '--merchant is missing' },
    { mistake: 'nothing to decide', args: ['--merchant', 'shop'], says: '--payment or --refund' },
    {
      mistake: 'a status of refunds for a payment',
      args: ['--merchant', 'shop', '--payment', 'pay_1', '--status', 'succeeded'],
      says: '--status must be one of charged, failure, voided, authorized, voided_post_charge',
    },
    {
      mistake: 'two things',
      args: ['--payment', 'pay_1', '--refund', 'r'],
      says: 'exclude each other',
    },
    { mistake: 'a reason', args: ['--refund', 'r', '--reason', 'x'], says: '--reason does not go' },
    {
      mistake: 'an option twice',
      args: ['--url', 'a', '--url', 'b'],
      says: '--url is given twice',
    },
    { mistake: 'no address', args: ['--url', 'localhost'], says: '--url must be an address' },
    {
      mistake: 'no key',
      args: ['--merchant', 'shop', '--payment', 'pay_1', '--status', 'charged'],
      says: 'ADMIN_API_KEY is not set',
    },
    {
      mistake: 'a switch that does not run',
      args: [
        '--merchant',
        'a',
        '--refund',
        'r',
        '--status',
        'failed',
        '--url',
        'http://127.0.0.1:1',
      ],
      environment: key,
      says: 'Nothing answers at http://127.0.0.1:1',
    },
  ],
  'scripts/turnout/redrive.ts': [
    unknownOption,
    { mistake: 'no value', args: ['--merchant'], says: '--merchant needs a value' },
    { mistake: 'no address', args: ['--merchant', 'shop'], says: '--url is missing' },
    {
      mistake: 'no merchant',
      args: ['--url', 'http://127.0.0.1:1'],
      says: '--merchant is missing',
    },
    {
      mistake: 'a rate that is no number',
      args: ['--url', 'http://127.0.0.1:1', '--merchant', 'shop', '--rate', 'fast'],
      says: '--rate must be a whole number from 1 to 1000, and is "fast"',
    },
    {
      mistake: 'showing and sending',
      args: ['--url', 'http://127.0.0.1:1', '--merchant', 'shop', '--list', '--rate', '5'],
      says: '--list and --rate exclude each other',
    },
    { mistake: 'a value for a flag', args: ['--list=yes'], says: '--list takes no value' },
    {
      mistake: 'a switch that does not run',
      args: ['--url', 'http://127.0.0.1:1', '--merchant', 'shop'],
      environment: key,
      says: 'Nothing answers at http://127.0.0.1:1',
    },
  ],
  'scripts/turnout/drill.ts': [
    unknownOption,
    { mistake: 'no seed', args: [], says: '--seed is missing: which outage it is' },
    {
      mistake: 'a seed that is no number',
      args: ['--seed', 'any'],
      says: '--seed must be a whole number from 0 to 999999, and is "any"',
    },
    { mistake: 'a word', args: ['now', '--seed', '1'], says: '"now" is not understood' },
  ],
  'scripts/turnout/restore.ts': [
    { mistake: 'nothing', args: [], says: 'Nothing is said: what is to be done? One of table' },
    { ...unknownOption, args: ['table', '--verbos'] },
    { mistake: 'no table', args: ['table', '--as', 'new'], says: '--table is missing' },
    { mistake: 'no new name', args: ['table', '--table', 'a'], says: '--as is missing' },
    {
      mistake: 'a time that is none',
      args: ['table', '--table', 'own', '--as', 'new', '--to', 'yesterday'],
      says: '--to must be such as 2026-03-01T12:00:00Z, and is "yesterday"',
    },
    {
      mistake: 'an option that does not go with it',
      args: ['rehearse', '--as', 'new'],
      says: '--as does not go with "rehearse"',
    },
    {
      mistake: 'no credentials',
      args: ['table', '--table', 'own', '--as', 'new'],
      says: 'It is not said in which Region: set AWS_REGION.',
    },
  ],
  'scripts/turnout/rollback.ts': [
    { ...unknownOption, args: ['--stages', 'production'], says: 'Is --stage meant?' },
    { mistake: 'no stage', args: ['--dry-run'], says: '--stage is missing: sandbox or production' },
    unknownStage,
    {
      mistake: 'a time that is none',
      args: ['--stage', 'production', '--since', 'yesterday'],
      says: '--since must be such as 2025-11-23T22:00Z, and is "yesterday"',
    },
    { mistake: 'a word', args: ['now'], says: '"now" is not understood' },
  ],
  'scripts/turnout/first-hour.ts': [
    unknownOption,
    ...wrongStages,
    { mistake: 'no Region', args: ['--stage', 'sandbox'], says: 'set AWS_REGION' },
  ],
  'scripts/turnout/events.ts': [
    { ...unknownOption, args: ['rebuild', '--verbos'] },
    { mistake: 'no word', args: [], says: 'One of rebuild' },
    { mistake: 'no table', args: ['rebuild'], says: '--table is missing' },
    { mistake: 'no time', args: ['rebuild', '--table', 't'], says: '--since is missing' },
    {
      mistake: 'a time without its zone',
      args: ['rebuild', '--table', 't', '--since', '2026-03-01T12:00:00'],
      says: '--since must be such as 2026-03-01T12:00:00Z',
    },
    {
      mistake: 'a day that no month has',
      args: ['rebuild', '--table', 't', '--since', '2026-13-45T12:00:00Z'],
      says: 'is no time',
    },
    {
      mistake: 'a time that is too long ago',
      args: ['rebuild', '--table', 't', '--since', '2020-03-01T12:00:00Z'],
      says: 'at most 30 days ago',
    },
    {
      mistake: 'a time to come',
      args: [
        ...['rebuild', '--table', 't', '--since', '2026-01-01T00:00:00Z'],
        ...['--until', '9026-01-01T00:00:00Z'],
      ],
      says: '--until must not be in the future',
    },
    {
      mistake: 'a time that ends before it begins',
      args: [
        ...['rebuild', '--table', 't', '--since', '2026-01-02T00:00:00Z'],
        ...['--until', '2026-01-01T00:00:00Z'],
      ],
      says: '--since must be before --until',
    },
    {
      mistake: 'a part that is not there',
      args: ['rebuild', '--table', 't', '--since', recently, '--segment', '5/4'],
      says: 'no part 5 of 4',
    },
    {
      mistake: 'another place than one that was printed',
      args: ['rebuild', '--table', 't', '--since', recently, '--from', 'somewhere'],
      says: '--from must be a place that an earlier run printed',
      environment: { AWS_REGION: 'eu-west-1' },
    },
  ],
  'scripts/turnout/lists.ts': [
    { ...unknownOption, args: ['rebuild', '--verbos'] },
    { mistake: 'no word', args: [], says: 'One of rebuild, spread' },
    {
      mistake: 'another word',
      args: ['build'],
      says: 'One of rebuild, spread. Is "rebuild" meant?',
    },
    { mistake: 'two words', args: ['rebuild', 'spread'], says: '"spread" is one word too many' },
    { mistake: 'no table', args: ['rebuild'], says: '--table is missing' },
    { mistake: 'no value', args: ['rebuild', '--table'], says: '--table needs a value' },
    { mistake: 'no merchant', args: ['spread', '--table', 't'], says: '--merchant is missing' },
    {
      mistake: 'no number',
      args: ['spread', '--table', 't', '--merchant', 'm', '--over', 'many'],
      says: '--over must be a whole number',
    },
    {
      mistake: 'an option of the other word',
      args: ['rebuild', '--table', 't', '--over', '4'],
      says: '--over does not go with "rebuild"',
    },
  ],
  'scripts/turnout/keys.ts': [
    { ...unknownOption, args: ['list', '--verbos'] },
    { mistake: 'no word', args: [], says: 'One of make, list, revoke, share' },
    { mistake: 'no name', args: ['make'], says: '--name is missing' },
    { mistake: 'a wrong name', args: ['make', '--name', 'Ana Lima'], says: 'such as ana.lima' },
    { mistake: 'no stage', args: ['list', '--table', 't'], says: '--stage is missing' },
    {
      mistake: 'no such stage',
      args: ['list', '--table', 't', '--stage', 'laptop'],
      says: '--stage must be one of sandbox, production',
    },
    {
      mistake: 'no table',
      args: ['list', '--stage', 'sandbox'],
      says: '--stage goes with --table',
    },
    {
      mistake: 'two places',
      args: ['list', '--table', 't', '--vault', 'https://vault.example.com'],
      says: 'exclude each other',
    },
    {
      mistake: 'no vault',
      args: ['make', '--name', 'till', '--merchant', 'm'],
      says: '--merchant goes with --vault',
    },
    {
      mistake: 'no key',
      args: ['list', '--vault', 'https://vault.example.com'],
      says: 'VAULT_API_KEY is not set',
    },
    {
      mistake: 'no TLS',
      args: ['make', '--name', 'till', '--vault', 'http://vault.example.com'],
      says: 'is not asked: without https',
      environment: { ADMIN_API_KEY: 'key' },
    },
    {
      mistake: 'no Region',
      args: ['list', '--table', 't', '--stage', 'sandbox'],
      says: 'set AWS_REGION',
    },
  ],
  'scripts/turnout/item.ts': [
    unknownOption,
    { mistake: 'no key', args: ['--table', 't'], says: 'KEY is missing' },
    { mistake: 'no table', args: ['MERCHANT#shop'], says: '--table is missing' },
    { mistake: 'no value', args: ['MERCHANT#shop', '--table'], says: '--table needs a value' },
    {
      mistake: 'a word too many',
      args: ['MERCHANT#shop', 'ACCOUNT', 'now', '--table', 't'],
      says: '"now" is one word too many',
    },
    { mistake: 'no Region', args: ['MERCHANT#shop', '--table', 't'], says: 'set AWS_REGION' },
  ],
  'scripts/turnout/logs.ts': [
    unknownOption,
    { mistake: 'no query', args: ['--log', 'README.md'], says: 'QUERY is missing' },
    { mistake: 'no log', args: ['limit 1'], says: '--log is missing' },
    { mistake: 'a log that is none', args: ['limit 1', '--log', 'no'], says: 'no cannot be read' },
    {
      mistake: 'a query that is not understood',
      args: ['filter status >> 1', '--log', 'README.md'],
      says: 'not understood at "> 1", where a value belongs',
    },
    {
      mistake: 'no minutes',
      args: ['limit 1', '--log', 'README.md', '--minutes', '0'],
      says: '--minutes must be a whole number from 1 to 10080',
    },
  ],
  'scripts/turnout/trace.ts': [
    unknownOption,
    { mistake: 'no id', args: ['--log', 'README.md'], says: 'ID is missing' },
    { mistake: 'no log', args: ['pay_1'], says: '--log is missing' },
    { mistake: 'a log that is none', args: ['pay_1', '--log', 'no'], says: 'no cannot be read' },
  ],
  'scripts/turnout/vault-audit.ts': [
    { ...unknownOption, args: ['verify', '--verbos'] },
    { mistake: 'no word', args: [], says: 'One of verify, export' },
    { mistake: 'no table', args: ['verify'], says: '--table is missing' },
    { mistake: 'no value', args: ['verify', '--role'], says: '--role needs a value' },
    {
      mistake: 'no tenant',
      args: ['export', '--table', 't', '--by', 'ana'],
      says: '--tenant is missing',
    },
    {
      mistake: 'no name',
      args: ['export', '--table', 't', '--tenant', 'm'],
      says: '--by is missing',
    },
    {
      mistake: 'no minute',
      args: ['verify', '--table', 't', '--from', 'yesterday'],
      says: '--from must be such as 2030-01-31T10:00',
    },
    {
      mistake: 'an option of the other word',
      args: ['verify', '--table', 't', '--tenant', 'm'],
      says: '--tenant does not go with "verify"',
    },
    {
      mistake: 'no role',
      args: ['verify', '--table', 't', '--role', 'me'],
      says: '--role must be such',
    },
    {
      mistake: 'a device without its code',
      args: ['verify', '--table', 't', '--role', role, '--mfa', 'd'],
      says: '--mfa and --code go together',
    },
    {
      mistake: 'a code for nothing',
      args: ['verify', '--table', 't', '--mfa', 'd', '--code', '123456'],
      says: '--mfa is for taking a role',
    },
    { mistake: 'no Region', args: ['verify', '--table', 't'], says: 'set AWS_REGION' },
  ],
  'scripts/turnout/vault-keys.ts': [
    { ...unknownOption, args: ['describe', '--verbos'] },
    { mistake: 'no word', args: [], says: 'One of describe, rotate' },
    { mistake: 'no stage', args: ['rotate'], says: '--stage is missing' },
    { mistake: 'no value', args: ['rotate', '--stage'], says: '--stage needs a value' },
    {
      mistake: 'another stage',
      args: ['rotate', '--stage', 'laptop'],
      says: '--stage must be one of',
    },
    {
      mistake: 'no version',
      args: ['rotate', '--stage', 'sandbox', '--tenant', 'm', '--class', 'pan', '--version', 'two'],
      says: '--version must be a whole number',
    },
    {
      mistake: 'an option of the other word',
      args: ['describe', '--stage', 'sandbox'],
      says: '--stage does not go with "describe"',
    },
  ],
  'scripts/turnout/webhook-sink.ts': [
    unknownOption,
    { mistake: 'no key', args: [], says: 'TURNOUT_WEBHOOK_SECRET is not set' },
    {
      mistake: 'an empty key',
      args: [],
      environment: { TURNOUT_WEBHOOK_SECRET: ' ' },
      says: 'TURNOUT_WEBHOOK_SECRET is not set',
    },
    {
      mistake: 'a key that all users of the machine would see',
      args: ['--key', 'k'],
      says: 'There is no option --key',
    },
    {
      mistake: 'no port',
      args: ['--port', '65536'],
      environment: { TURNOUT_WEBHOOK_SECRET: 'k' },
      says: '--port must be a whole number',
    },
    {
      mistake: 'an option twice',
      args: ['--port', '1', '--port', '2'],
      says: '--port is given twice',
    },
  ],
  'scripts/iam.ts': [
    unknownOption,
    { mistake: 'no file', args: [], says: '--trace' },
    {
      mistake: 'a file in a folder that is not there',
      args: ['--trace', '/nowhere/trace.jsonl'],
      says: '/nowhere/trace.jsonl cannot be written',
    },
  ],
  'scripts/nightly.ts': [
    unknownOption,
    { mistake: 'no part', args: ['--only', 'crash,unheard'], says: 'There is no part "unheard"' },
    {
      mistake: 'no seeds',
      args: ['--seeds', '0'],
      says: '--seeds must be a whole number from 1 to 1000000',
    },
  ],
  'scripts/checkout.ts': [
    unknownOption,
    { mistake: 'no clone', args: [], says: 'DIR' },
    { mistake: 'another folder', args: ['docs'], says: 'docs is no clone of hyperswitch-web' },
  ],
  'scripts/programs.ts': [
    unknownOption,
    {
      mistake: 'a program that is not on the list',
      args: ['--install', '--without', 'php,cobol'],
      says: 'There is no program "cobol"',
    },
  ],
  'test/prove/chance.ts': [
    unknownOption,
    { mistake: 'no suites', args: ['--rounds', '3'], says: 'SUITES' },
    {
      mistake: 'no rounds',
      args: ['test/shared', '--rounds', '0'],
      says: '--rounds must be a whole number from 1 to 1000',
    },
  ],
  'test/prove/mutants.ts': [
    unknownOption,
    { mistake: 'no value', args: ['--only'], says: '--only needs a value' },
    {
      mistake: 'no defect',
      args: ['--only', 'unheard of'],
      says: 'No defect’s name'.replace('’', "'"),
    },
  ],
  'scripts/turnout/gate.ts': [
    unknownOption,
    { mistake: 'no stage', args: [], says: '--stage is missing: sandbox' },
    {
      mistake: 'a stage without a probe',
      args: ['--stage', 'production'],
      says: '--stage must be one of sandbox, and is "production"',
    },
    {
      mistake: 'a wait that is too short for the probe',
      args: ['--stage', 'sandbox', '--minutes', '1'],
      says: '--minutes must be a whole number from 5 to 120, and is "1"',
    },
    {
      mistake: 'a time that is none',
      args: ['--stage', 'sandbox', '--since', 'now'],
      says: '--since must be such as 2026-02-01T12:00Z, and is "now"',
    },
  ],
  'scripts/turnout/drift.ts': [
    unknownOption,
    ...wrongStages,
    {
      mistake: 'no Region',
      args: ['--stage', 'production'],
      says: 'AWS_REGION is not set',
    },
  ],
  'scripts/turnout/cost.ts': [
    unknownOption,
    { mistake: 'a word', args: ['now'], says: '"now"' },
    {
      mistake: 'another region',
      args: ['--region', 'mars-north-1'],
      says: '--region must be one of us-east-1, eu-west-1',
    },
  ],
  'scripts/generate.ts': [
    unknownOption,
    { mistake: 'a generator that there is not', args: ['alarm'], says: 'There is no "alarm"' },
    {
      mistake: 'a comparison and a change',
      args: ['--check', '--accept'],
      says: '--check and --accept exclude each other',
    },
  ],
  'scripts/turnout/dynamodb-local.ts': [
    unknownOption,
    { mistake: 'a word', args: ['now'], says: '"now"' },
  ],
  'scripts/declines.ts': [
    unknownOption,
    {
      mistake: 'a connector without declines',
      args: ['--list', 'taxjar'],
      says: '--list must be one of adyen,',
    },
  ],
  'scripts/turnout/docs.ts': [
    unknownOption,
    { mistake: 'a folder with other files', args: ['--out', 'lib'], says: 'name a new folder by' },
  ],
  'scripts/pictures.ts': [
    unknownOption,
    { mistake: 'no address', args: ['--url', 'console'], says: '--url must be' },
    { mistake: 'no part', args: ['--only', 'shop'], says: 'one of console, pages' },
    { mistake: 'no page', args: ['--page', 'checkout'], says: '--page names "checkout"' },
    {
      mistake: 'no number',
      args: ['--minutes', '0'],
      says: '--minutes must be a whole number',
    },
    {
      mistake: 'no console',
      args: ['--url', 'http://127.0.0.1:1'],
      says: 'There is no console at http://127.0.0.1:1',
    },
  ],
  'scripts/turnout/validate.ts': [
    { mistake: 'no folder', args: [], says: 'DIR is missing' },
    { mistake: 'a folder without an assembly', args: ['lib'], says: 'lib is no assembly' },
    unknownOption,
  ],
  'test/prove/vectors.ts': [
    unknownOption,
    { mistake: 'no folder', args: [], says: 'DIR is missing' },
    { mistake: 'a folder that is none', args: ['/nowhere'], says: '/nowhere cannot be read' },
    { mistake: 'a folder without recordings', args: ['lib'], says: 'no .json files in lib' },
    {
      mistake: 'files that are no recordings',
      args: ['.'],
      says: 'biome.json: connector: Invalid key',
    },
    { mistake: 'another flow', args: ['lib', '--flow', 'fly'], says: '--flow must be one of' },
  ],
  'test/prove/golden.ts': [unknownOption, { mistake: 'a word', args: ['now'], says: '"now"' }],
  'scripts/turnout/settings.ts': [
    unknownOption,
    {
      mistake: 'a setting that there is not',
      args: ['keepWram'],
      says: 'There is no setting keepWram; did you mean keepWarm?',
    },
    {
      mistake: 'a connector that there is not',
      args: ['connectorUrl.strip'],
      says: 'There is no connector strip',
    },
    {
      mistake: 'two settings',
      args: ['keepWarm', 'traces'],
      says: '"traces" is one word too many',
    },
    {
      mistake: 'another stage',
      args: ['--stage', 'live'],
      says: '--stage must be one of sandbox, production, laptop, and is "live"',
    },
    {
      mistake: 'a wrong share of traces',
      args: ['--stage', 'laptop'],
      environment: { TRACE_SAMPLING: '2' },
      says: 'TRACE_SAMPLING must be a number from 0 to 1',
    },
  ],
  'scripts/turnout/cells.ts': [
    { ...unknownOption, args: ['check', '--verbos'] },
    { mistake: 'no word', args: [], says: 'One of check, where, edge, size' },
    { mistake: 'another word', args: ['chek'], says: 'Is "check" meant?' },
    { mistake: 'no merchant', args: ['where'], says: 'MERCHANT is missing after "where"' },
    {
      mistake: 'two merchants',
      args: ['where', 'a', 'b'],
      says: '"b" is one word too many after "where"',
    },
    {
      mistake: 'a word too many',
      args: ['edge', 'now'],
      says: '"now" is one word too many after "edge"',
    },
    {
      mistake: 'an address without a cell',
      args: ['check', '--url', 'https://pay.example', '--map', cellMapFile(twoCells)],
      says: '--url goes with --cell.',
    },
    {
      mistake: 'a cell that there is not',
      args: ['check', '--cell', 'eu-3', '--map', cellMapFile(twoCells)],
      says: 'There is no cell eu-3; did you mean eu-1?',
    },
    {
      mistake: 'a merchant that is none',
      args: ['where', 'a b', '--map', cellMapFile(twoCells)],
      says: '"a b" is none: a merchant has 1 to 64 letters',
    },
    { mistake: 'no map', args: ['check'], says: 'The map of cells cells.json is not there.' },
    {
      mistake: 'a map that is a folder',
      args: ['edge', '--map', 'docs'],
      says: 'The map of cells docs cannot be read (EISDIR).',
    },
    {
      mistake: 'a map that is none',
      args: ['check', '--map', 'README.md'],
      says: 'README.md: line 1, column 1 is no JSON',
    },
    { mistake: 'no rate', args: ['size'], says: '--rate is missing' },
    {
      mistake: 'a rate that is none',
      args: ['size', '--rate', 'many'],
      says: '--rate must be a whole number from 1 to 1000000',
    },
    {
      mistake: 'a rate for a map',
      args: ['edge', '--rate', '9'],
      says: '--rate does not go with "edge"',
    },
  ],
  'scripts/build.ts': [unknownOption, { mistake: 'a word', args: ['now'], says: '"now"' }],
  'scripts/words.ts': [
    unknownOption,
    { mistake: 'another kind', args: ['--list', 'poems'], says: '--list must be one of comments' },
  ],
  'scripts/turnout/connector.ts': [
    { ...unknownOption, args: ['list', '--verbos'] },
    { mistake: 'no word', args: [], says: 'One of list, new, prove' },
    { mistake: 'no name', args: ['new'], says: 'NAME is missing after "new"' },
    { mistake: 'a name of ours', args: ['new', 'adyen'], says: 'NAME must begin with x_' },
    {
      mistake: 'a folder of ours',
      args: ['new', 'x_acme', '--folder', 'shared/connectors/x_acme'],
      says: '--folder must be in this clone, outside of shared/',
    },
    { mistake: 'a name of no folder', args: ['prove', 'x_no'], says: 'No settings file names' },
  ],
  'scripts/turnout/doctor.ts': [unknownOption],
  'scripts/turnout/init.ts': [unknownOption],
  'scripts/turnout/listen.ts': [unknownOption],
  'scripts/turnout/trigger.ts': [unknownOption],
  'scripts/turnout/payment.ts': [unknownOption],
  'scripts/turnout/follow-logs.ts': [unknownOption],
  'bench/bench.ts': [
    unknownOption,
    { mistake: 'no value', args: ['--only'], says: '--only needs a value' },
    { mistake: 'another part', args: ['--only', 'sizes,speed'], says: '--only names "speed"' },
    { mistake: 'no number', args: ['--rounds', '0'], says: '--rounds must be a whole number' },
    {
      mistake: 'operations of what has none',
      args: ['--only', 'sizes', '--operation', 'x'],
      says: '--operation does not go with these parts',
    },
  ],
};

const cases = Object.entries(commands).flatMap(([script, all]) =>
  all.map((one, index) => ({ script, isFirst: index === 0, ...one })),
);

/** The command that a script exports. */
async function commandOf(script: string): Promise<Command> {
  const exported: object = await import(join(root, script));
  const [command] = Object.values(exported).filter(isCommand);
  if (!command) throw new Error(`${script} exports no command.`);
  return command;
}

const isCommand = (value: unknown): value is Command =>
  typeof value === 'object' && value !== null && 'run' in value && typeof value.run === 'function';

const { each } = drawnByDay('commands');

each(cases, ({ script, mistake }) => `${script} ${mistake}`)(
  '$script reports $mistake in a line or two, and ends with 2',
  async ({ script, args, environment, says, isFirst }) => {
    // The first mistake of each command is made as an operator makes it. npm start takes the
    // environment and the signals of its process.
    const isProgram = isFirst || script === 'scripts/turnout/start.ts';
    const { code, error } = isProgram
      ? await run([script, ...args], environment)
      : await runCommand(await commandOf(script), args, {
          environment: { ...bareEnvironment, ...environment },
        });
    expect(error).toContain(says);
    expect(error).not.toMatch(/^ {4}at /m);
    const lines = error.trim().split('\n');
    // Everything that is missing before a start has a line of its own.
    if (script !== 'scripts/turnout/start.ts') expect(lines.length).toBeLessThanOrEqual(3);
    expect(lines.at(-1)).toMatch(/ --help" says what there is\.$/);
    expect(code).toBe(2);
  },
);

it('the webhook-sink reports a port that is in use', async () => {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? String(address?.port) : '';
  const { code, error } = await runCommand(webhookSink, ['--port', port], {
    environment: { TURNOUT_WEBHOOK_SECRET: 'k' },
  });
  server.close();
  expect([code, error.split('\n')[0]]).toEqual([
    2,
    `Port ${port} is taken: choose another one with --port.`,
  ]);
});

/** The most modules that a help loads: those that read a command line, and the work of none. */
const mostModules = 25;
/** npm start reads its settings before its command line. */
const mostOfStart = 250;

each(Object.keys(commands))(
  '%s prints its help when asked, and does nothing else',
  async (script) => {
    const folder = mkdtempSync(join(tmpdir(), 'turnout-help-'));
    const counts = join(folder, 'modules');
    const { code, out, error } = await run(
      ['--import', './test/support/runner/count-modules.mjs', script, '--help'],
      { TMPDIR: folder, MODULES_FILE: counts },
    );
    expect([code, error]).toEqual([0, '']);
    expect(out.length).toBeGreaterThan(20);
    const loaded = readFileSync(counts, 'utf8').trim().split('\n');
    expect(loaded.length).toBeGreaterThan(3);
    const most = script === 'scripts/turnout/start.ts' ? mostOfStart : mostModules;
    expect(loaded.length > most ? loaded : []).toEqual([]);
    rmSync(folder, { recursive: true });
  },
);

/** Runs a command of this test's own, whose work is this. */
function runWork(work: string) {
  const program = `
    import { command } from '${join(root, 'scripts', 'command-line', 'command.ts')}';
    import { runAsProgram } from '${join(root, 'scripts', 'command-line', 'program.ts')}';
    const broken = command({ name: 'x', help: '', options: {} }, () => { ${work} });
    await runAsProgram(import.meta, broken);
  `;
  const folder = mkdtempSync(join(tmpdir(), 'turnout-broken-'));
  const file = join(folder, 'broken.mjs');
  writeFileSync(file, program);
  return run([file]).finally(() => rmSync(folder, { recursive: true }));
}

it('an error that is no mistake of the user is printed with its stack', async () => {
  const { code, error } = await runWork("throw new TypeError('broken');");
  expect(code).toBe(1);
  expect(error).toContain('TypeError: broken');
  expect(error).toMatch(/^ {4}at /m);
});

it('a full disk is reported in one line that names the file', async () => {
  const { code, error } = await runWork(`
    const full = Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC', path: '/data/x' });
    throw new Error('It could not be kept.', { cause: full });
  `);
  expect(code).toBe(2);
  expect(error).toBe(
    'The disk is full where /data/x lies: nothing more could be written.\n' +
      '"x --help" says what there is.\n',
  );
});

it('no command of npm or turnout is missing here, and none reads its arguments by itself', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const ours = Object.values(scripts).flatMap(
    (text) =>
      /tools\/launch\/run\.cjs ((?:scripts|bench|test\/prove)\/\S+\.ts)/.exec(String(text))?.[1] ??
      [],
  );
  const listed = readFileSync(join(root, 'scripts', 'turnout', 'commands.ts'), 'utf8');
  const ofTurnout = [...listed.matchAll(/import\('\.(\/[\w-]+\.ts)'\)/g)].map(
    ([, file]) => `scripts/turnout${file}`,
  );
  expect(ours.length).toBeGreaterThan(8);
  expect(ofTurnout.length).toBeGreaterThan(18);
  const missing = [...new Set([...ours, ...ofTurnout])].filter((script) => !(script in commands));
  expect(missing).toEqual([]);
  const readers = globSync(['scripts/**/*.ts', 'bench/*.ts', 'test/prove/*.ts'], {
    cwd: root,
  }).filter((file) => /parseArgs|process\.argv/.test(readFileSync(join(root, file), 'utf8')));
  // Only our programs start these, with a folder, a file or a number.
  const measured = ['count-journeys', 'first-call', 'handler-process', 'warm-up'].map(
    (name) => `bench/${name}.ts`,
  );
  const own = [
    ...measured,
    'scripts/command-line/command.ts',
    'scripts/command-line/program.ts',
    'scripts/deploy/deploy-in-order.ts',
  ];
  expect(readers.sort()).toEqual([...own].sort());
});
