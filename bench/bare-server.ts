import { readFileSync } from 'node:fs';
import http, { type IncomingMessage } from 'node:http';
import * as v from 'valibot';
import { portOf } from '../local/port-of.ts';
import { bareClient, type PreparedCalls } from './clients.ts';
import { Preparation, Recorded } from './recorded-scenarios.ts';
import { scriptOf } from './script.ts';

/**
 * The floor over HTTP: a plain server in a process of its own. It makes the calls that were
 * recorded of the handlers, and does nothing else. Its command line names the file with the
 * recordings. A request is about the token in its path or its body.
 */
const tokenIn = /pay_(tk\w{10})/;

interface Ready {
  readonly perform: PreparedCalls;
  readonly answer: string;
}

const [file = ''] = process.argv.slice(2);
const { reach: endpoints, courses: scenarios } = v.parse(
  Recorded,
  JSON.parse(readFileSync(file, 'utf8')),
);
const player = bareClient(endpoints);
const scripts = new Map(
  Object.entries(scenarios).map(([name, [first, second]]) => [
    name,
    { script: scriptOf(first, second), ...first },
  ]),
);
const ready = new Map<string, Ready[]>();

const prepare = (input: unknown) => {
  const { course: scenario, tokens } = v.parse(Preparation, input);
  const found = scripts.get(scenario);
  if (!found) throw new Error(`Nothing was recorded of ${scenario}.`);
  const { script, stepsOfEach, answers } = found;
  ready.clear();
  for (const token of tokens) {
    const steps = [...script.for(token)];
    const performances = stepsOfEach.map((count, index) => ({
      perform: player.prepare(steps.splice(0, count)),
      answer: JSON.stringify(answers[index]),
    }));
    ready.set(token, performances);
  }
};

const answer = async (request: IncomingMessage) => {
  const { url = '/' } = request;
  const text = await textOf(request);
  const body: unknown = text === '' ? undefined : JSON.parse(text);
  if (url === '/prepare') {
    prepare(body);
    return '{}';
  }
  const [, token = ''] = tokenIn.exec(url) ?? tokenIn.exec(text) ?? [];
  const next = ready.get(token)?.shift();
  if (!next) throw new Error(`Nothing is ready for ${url} about ${token}.`);
  await next.perform();
  return next.answer;
};

const server = http.createServer((request, response) => {
  const headers = { 'content-type': 'application/json' };
  answer(request).then(
    (body) => response.writeHead(200, headers).end(body),
    (error: unknown) => response.writeHead(500, headers).end(JSON.stringify(String(error))),
  );
});
// Keeps idle connections open: a close could cross a request that is under way.
server.keepAliveTimeout = 0;
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`bare listens on http://127.0.0.1:${portOf(server.address())}\nready\n`);
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit());

async function textOf(message: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of message) parts.push(part);
  return Buffer.concat(parts).toString();
}
