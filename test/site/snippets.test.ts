import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { portOf } from '../../local/port-of.ts';
import { descriptionOf, type Operation } from '../../site/reference/description.ts';
import { exampleNote, snippetsOf } from '../../site/reference/snippets.ts';
import { type TestProgramName, testPrograms } from '../../tools/tests/test-programs.ts';
import { drawnByDay } from '../support/runner/drawn-by-day.ts';

const { it: drawn, partly, played } = drawnByDay('snippets');

const root = join(import.meta.dirname, '..', '..');
const run = promisify(execFile);
const description = descriptionOf(readFileSync(join(root, 'docs', 'openapi.json'), 'utf8'));

interface Received {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly key: string | string[] | undefined;
  readonly body: string;
}

let server: Server;
let received: Received[] = [];
/** The answer of the server; a refusal where a status is set. */
let status = 200;
const folder = mkdtempSync(join(tmpdir(), 'turnout-snippets-'));

beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method, url, headers } = request;
      received.push({
        method,
        url,
        key: headers['api-key'],
        body: Buffer.concat(chunks).toString(),
      });
      response.writeHead(status).end('taken');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
beforeEach(() => {
  received = [];
  status = 200;
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true });
});

const keys = {
  TURNOUT_API_KEY: 'the key',
  ADMIN_API_KEY: 'the key',
  TURNOUT_PUBLISHABLE_KEY: 'the key',
  EPHEMERAL_KEY: 'the key',
};

/** How a file with a snippet is run: the program, and its arguments before the file. */
interface Runner {
  readonly file: string;
  readonly command: readonly [string, ...string[]];
  /** The program that not every machine has. */
  readonly needs?: TestProgramName;
}

const programs: Readonly<Record<string, Runner>> = {
  curl: { file: 'example.sh', command: ['sh'], needs: 'curl' },
  'Node.js': { file: 'example.mjs', command: [process.execPath] },
  Python: { file: 'example.py', command: ['python3'], needs: 'python' },
  PHP: { file: 'example.php', command: ['php'], needs: 'php' },
  Java: { file: 'Example.java', command: ['java'], needs: 'java' },
  Go: { file: 'example.go', command: ['go', 'run'], needs: 'go' },
};

const here = () => ({ ...description, server: `http://127.0.0.1:${portOf(server.address())}` });

/** Runs the snippet of an operation in a language, and gives what the server received. */
async function requestOf(operation: Operation, language: string): Promise<Received | undefined> {
  await outputOf(operation, language);
  return received.pop();
}

async function outputOf(operation: Operation, language: string): Promise<string> {
  const snippet = snippetsOf(operation, here()).find(({ name }) => name === language);
  const program = programs[language];
  if (!snippet || !program) throw new Error(`There is no snippet in ${language}.`);
  const file = join(folder, program.file);
  writeFileSync(file, snippet.code);
  const [name, ...args] = program.command;
  const env = { ...process.env, ...keys };
  return (await run(name, [...args, file], { env, timeout: 600_000 })).stdout;
}

/** What the description says that a request is. */
function expected(operation: Operation) {
  const example = operation.requestBody?.content['application/json']?.example;
  return {
    method: operation.method,
    key: operation.security.length === 0 ? undefined : 'the key',
    body: example === undefined ? '' : JSON.parse(JSON.stringify(example)),
  };
}

const parsed = ({ method, key, body }: Received) => ({
  method,
  key,
  body: body === '' ? '' : JSON.parse(body),
});

const shown = description.operations.filter(
  (operation) => snippetsOf(operation, description).length > 0,
);

it('an operation whose request is JSON has an example in six languages', () => {
  expect(shown.length).toBeGreaterThan(200);
  for (const operation of shown) {
    expect(snippetsOf(operation, description).map(({ name }) => name)).toEqual(
      Object.keys(programs),
    );
  }
});

partly('the example in curl of each operation sends the described request', async () => {
  for (const operation of played(shown, ({ operationId }) => operationId)) {
    const request = await requestOf(operation, 'curl');
    if (!request) throw new Error(`${operation.operationId} sent nothing.`);
    expect([operation.operationId, parsed(request)]).toEqual([
      operation.operationId,
      expected(operation),
    ]);
    expect(request.url).not.toMatch(/[{}]/);
  }
});

/** Operations with a body, with marks that languages quote, without a body, and with a query. */
const samples = ['payments.create', 'customers.delete', 'routing.create', 'payments.retrieve'].map(
  operationNamed,
);

function operationNamed(name: string): Operation {
  const operation = shown.find(({ operationId }) => operationId === name);
  if (!operation) throw new Error(`There is no operation ${name}.`);
  return operation;
}

/** A body whose texts each language has to quote in its own way. */
const awkward: Operation = {
  ...operationNamed('payments.create'),
  requestBody: {
    content: {
      'application/json': {
        example: { name: `Zoë's "shop" \\ \`tick\` $HOME \${x} %s`, note: 'line\nbreak\t日本 😀' },
      },
    },
  },
};

for (const [language, { needs }] of Object.entries(programs)) {
  const isHere = needs === undefined || testPrograms[needs].isThere();
  if (!isHere) {
    console.warn(`Skipped: the examples in ${language}. There is no ${testPrograms[needs].name}.`);
  }
  const whereItIs = isHere ? drawn : it.skip;
  whereItIs(
    `the examples in ${language} send the described requests, and show a refusal`,
    async () => {
      for (const operation of [...samples, awkward]) {
        const request = await requestOf(operation, language);
        if (!request) throw new Error(`${language} sent nothing.`);
        expect([language, parsed(request)]).toEqual([language, expected(operation)]);
      }
      status = 422;
      expect(await outputOf(awkward, language)).toContain('taken');
    },
  );
}

it('an example says where its key comes from, and which identifiers are to be replaced', () => {
  expect(exampleNote(operationNamed('payments.capture'))).toBe(
    'The environment variable `TURNOUT_API_KEY` holds the key: [`turnout init`](../turnout.html) prints it. Replace `payment_id` by yours.',
  );
  expect(exampleNote(operationNamed('refunds.create'))).toContain('Replace `payment_id` by yours.');
  expect(exampleNote(operationNamed('payments.create'))).not.toContain('Replace');
  expect(exampleNote(operationNamed('health.check'))).toBe('');
});
