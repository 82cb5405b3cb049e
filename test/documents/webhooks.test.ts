import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { maxOverlapHours } from '#merchants/accounts/hash-keys.ts';
import { quickMs } from '#merchants/accounts/slow-receiver.ts';
import { signature512, standardWebhookHeaders } from '#platform/crypto/webhook-signatures.ts';
import { maxAttempts, retryAfterSeconds } from '#webhooks/delivery/retry-schedule.ts';
import { answersKeptSeconds, endOfEventSeconds, listedDays } from '#webhooks/events/event-life.ts';
import { highestRate, stepSeconds, usualRate } from '#webhooks/events/event-retry.ts';

const root = join(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs/webhooks.md'), 'utf8');
const key = 'a key with ü and "quotes"';
const body = JSON.stringify({ event_id: 'evt_1', content: { name: 'Zoë 木' } });

/** A webhook as the five texts that each program is given. */
type Given = readonly [body: string, id: string, time: string, signatures: string, key: string];

function sent(signing: readonly string[] = [key], ageSeconds = 0): Given {
  const at = new Date(Date.now() - ageSeconds * 1_000);
  const headers = standardWebhookHeaders(signing, 'evt_1', at, body);
  const { 'webhook-timestamp': time, 'webhook-signature': signatures } = headers;
  return [body, 'evt_1', time, signatures, key];
}

interface Language {
  /** The heading of its program on the page. */
  readonly name: string;
  readonly fence: string;
  readonly command: string;
  readonly file: string;
  /** How it is asked for its version, unless by `--version`. */
  readonly asksVersion?: string;
  /** The arguments before the file, and the variables that its environment has beside ours. */
  readonly before?: readonly string[];
  environment?(folder: string): Readonly<Record<string, string>>;
  /** The program of the page, with a main that verifies each five arguments: those of `Given`. */
  program(snippet: string): string;
}

const languages: readonly Language[] = [
  {
    name: 'Node.js',
    fence: 'js',
    command: process.execPath,
    file: 'verify.mjs',
    program: (snippet) => `${snippet}
const given = process.argv.slice(2);
for (let at = 0; at < given.length; at += 5) {
  console.log(isGenuine(Buffer.from(given[at]), ...given.slice(at + 1, at + 5)));
}`,
  },
  {
    name: 'Python',
    fence: 'python',
    command: 'python3',
    file: 'verify.py',
    program: (snippet) => `${snippet}
import sys
given = sys.argv[1:]
for at in range(0, len(given), 5):
    print(str(is_genuine(given[at].encode(), *given[at + 1:at + 5])).lower())`,
  },
  {
    name: 'PHP',
    fence: 'php',
    command: 'php',
    file: 'verify.php',
    program: (snippet) => `<?php
${snippet}
foreach (array_chunk(array_slice($argv, 1), 5) as $given) {
    echo isGenuine(...$given) ? 'true' : 'false', PHP_EOL;
}`,
  },
  {
    name: 'Java',
    fence: 'java',
    command: 'java',
    file: 'Verify.java',
    asksVersion: '-version',
    // Java runs the first class of a file, and imports come before it.
    program: (snippet) =>
      snippet.replace(
        'final class Webhooks',
        () => `class Verify {
  public static void main(String[] given) throws Exception {
    for (int at = 0; at < given.length; at += 5) {
      byte[] body = given[at].getBytes(StandardCharsets.UTF_8);
      System.out.println(
          Webhooks.isGenuine(body, given[at + 1], given[at + 2], given[at + 3], given[at + 4]));
    }
  }
}

final class Webhooks`,
      ),
  },
  {
    name: 'Go',
    fence: 'go',
    command: 'go',
    file: 'verify.go',
    asksVersion: 'version',
    before: ['run'],
    environment: (folder) => ({
      GOCACHE: join(folder, 'cache'),
      GOPATH: join(folder, 'path'),
      GO111MODULE: 'off',
      GOFLAGS: '',
      GOPROXY: 'off',
      GOTOOLCHAIN: 'local',
    }),
    program: (snippet) => `package main

import (
	"fmt"
	"os"
)

${snippet}
func main() {
	given := os.Args[1:]
	for at := 0; at < len(given); at += 5 {
		fmt.Println(IsGenuine([]byte(given[at]), given[at+1], given[at+2], given[at+3], given[at+4]))
	}
}`,
  },
];

/** Whether it is installed, in a version that is new enough for the page. */
const isHere = ({ command, name, asksVersion = '--version' }: Language) => {
  const { error, stderr, status } = spawnSync(command, [asksVersion]);
  if (error || status !== 0) return false;
  return name !== 'Java' || Number(/version "(\d+)/.exec(String(stderr))?.[1] ?? 0) >= 17;
};

/** The first program of this language below a heading of the page. */
function programBelow(heading: string, fence: string): string | undefined {
  const section = page.split(/^### /m).find((one) => one.startsWith(`${heading}\n`)) ?? '';
  return new RegExp(`\`\`\`${fence}\n([\\s\\S]*?)\`\`\``).exec(section)?.[1];
}

/** The lines that a program prints. */
const linesOf = (command: string, given: readonly string[], more: NodeJS.ProcessEnv = {}) =>
  new Promise<readonly string[]>((resolve) => {
    const env = { ...process.env, LC_ALL: 'C.UTF-8', PYTHONUTF8: '1', ...more };
    execFile(command, given, { env }, (_, out, error) =>
      resolve(`${out}${error}`.trim().split(/\r?\n/)),
    );
  });

function temporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'turnout-webhooks-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  return folder;
}

describe.each(languages)('the program in $name that the page about webhooks shows', (language) => {
  const { name, fence, command, before = [] } = language;
  const snippet = programBelow(name, fence);
  const here = isHere(language);
  if (!here) process.stdout.write(`Not run: there is no ${name} on this machine.\n`);
  const where = here ? it : it.skip;
  const folder = temporaryFolder();

  /** The program's verdict on each webhook, in their order. */
  function verify(webhooks: readonly Given[]) {
    const file = join(folder, language.file);
    writeFileSync(file, language.program(snippet ?? ''));
    return linesOf(command, [...before, file, ...webhooks.flat()], language.environment?.(folder));
  }

  it('the example program stands on the page about webhooks', () => expect(snippet).toBeDefined());

  where(
    'the example program accepts a webhook signed by the switch within five minutes, by either of two keys, and no other',
    async () => {
      const [, id, time, signatures] = sent();
      const accepted = [sent(), sent([key, 'the next key']), sent(['the next key', key])];
      const inTime = [sent([key], 280), sent([key], -280)];
      const said = await verify([
        ...[...accepted, ...inTime],
        ...[sent([key], 330), sent([key], -330), sent(['the next key'])],
        [`${body} `, id, time, signatures, key],
        [body, 'evt_2', time, signatures, key],
        [body, id, String(Number(time) + 1), signatures, key],
        [body, id, time, signatures, `${key}x`],
        [body, id, time, signatures.replace('v1,', 'v2,'), key],
        [body, id, time, signatures.slice(0, -2), key],
        [body, id, time, signature512(key, body), key],
        ...['', 'ü', 'v1,'].map((one): Given => [body, id, time, one, key]),
        ...['', 'now', 'NaN', `${'9'.repeat(30)}`].map(
          (one): Given => [body, id, one, signatures, key],
        ),
      ]);
      expect(said).toEqual([...Array(5).fill('true'), ...Array(17).fill('false')]);
    },
  );
});

it('the page about webhooks shows how long each attempt follows on the one before', () => {
  const units = { minute: 60, hour: 3_600 };
  const rows = [...page.matchAll(/^\| (\d+)(?: to (\d+))? \| (\d+) (minute|hour)s? \|$/gm)];
  const shown = rows.flatMap(([, first, last = first, count, unit]) => {
    const seconds = Number(count) * units[v.parse(v.picklist(['minute', 'hour']), unit)];
    return Array<number>(Number(last) - Number(first) + 1).fill(seconds);
  });
  const waits = Array.from({ length: maxAttempts - 1 }, (_, at) => retryAfterSeconds(at + 1, 0));
  expect(shown).toEqual(waits);
});

it.each([
  `An event has up to ${maxAttempts} attempts`,
  `use up none of its ${maxAttempts} attempts`,
  `\`payment_response_hash_key_overlap_hours\` (0 to ${maxOverlapHours};`,
  `Answer within ${quickMs / 1_000} seconds.`,
  `oldest first, ${usualRate} a second`,
  `\`events_per_second\` is 1 to ${highestRate}, and ${usualRate} by default`,
  `all undelivered events of ${listedDays} days match`,
  `Lists go back ${listedDays} days. An event is deleted ${endOfEventSeconds(0) / 86_400} days after its creation`,
  `are shown for ${answersKeptSeconds / 86_400} days`,
])('the page about webhooks says as the code does: %s', (words) => {
  expect(page).toContain(words);
});

it('the page about webhooks says for how long a stopped retry of events still sends', () => {
  expect(stepSeconds).toBe(10);
  expect(page).toContain('Events of up to ten more seconds are still sent.');
});

describe('the program for Standard Webhooks that the page about webhooks shows', () => {
  const folder = temporaryFolder();
  const newKey = 'the key after it';

  /** The program's verdict on each webhook that was sent so many minutes ago, in their order. */
  async function verify(
    webhooks: readonly {
      readonly signedBy: readonly string[];
      readonly minutesAgo?: number;
      readonly sent?: string;
      readonly id?: string;
      readonly checkedWith: string;
    }[],
  ) {
    const file = join(folder, 'verify.mjs');
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    writeFileSync(
      file,
      `${programBelow('Standard Webhooks', 'js')}
for (const { sent, headers, checkedWith } of JSON.parse(process.argv[2])) {
  try {
    console.log(eventOf(Buffer.from(sent), headers, checkedWith).event_id);
  } catch (error) {
    console.log(error.name);
  }
}`,
    );
    const given = webhooks.map(({ signedBy, minutesAgo = 0, sent = body, id, checkedWith }) => {
      const at = new Date(Date.now() - minutesAgo * 60_000);
      const headers = standardWebhookHeaders(signedBy, 'evt_1', at, body);
      return { sent, checkedWith, headers: { ...headers, ...(id && { 'webhook-id': id }) } };
    });
    return linesOf(process.execPath, [file, JSON.stringify(given)]);
  }

  it('the Standard Webhooks example accepts a webhook of the last five minutes by any signing key, and no other', async () => {
    const both = [newKey, key];
    const said = await verify([
      { signedBy: [key], checkedWith: key },
      { signedBy: both, checkedWith: key },
      { signedBy: both, checkedWith: newKey },
      { signedBy: [key], minutesAgo: 4, checkedWith: key },
      { signedBy: [key], minutesAgo: 6, checkedWith: key },
      { signedBy: [key], minutesAgo: -6, checkedWith: key },
      { signedBy: [key], checkedWith: newKey },
      { signedBy: [key], sent: `${body} `, checkedWith: key },
      { signedBy: [key], id: 'evt_2', checkedWith: key },
    ]);
    expect(said).toEqual([...Array(4).fill('evt_1'), ...Array(5).fill('WebhookVerificationError')]);
  });
});
