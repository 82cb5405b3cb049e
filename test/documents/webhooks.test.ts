import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signature512 } from '../../shared/webhooks/signature.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/webhooks.md'), 'utf8');
const key = 'a key with ü and "quotes"';
const body = JSON.stringify({ event_id: 'evt_1', content: { name: 'Zoë 木' } });
const signature = signature512(key, body);

interface Language {
  readonly name: string;
  /** The fence of its program on the page. */
  readonly fence: string;
  readonly command: string;
  readonly file: string;
  /** The program of the page, with a main that verifies each three arguments: body, signature, key. */
  program(snippet: string): string;
}

const languages: readonly Language[] = [
  {
    ...{ name: 'Node.js', fence: 'js', command: process.execPath, file: 'verify.mjs' },
    program: (snippet) => `${snippet}
const given = process.argv.slice(2);
for (let at = 0; at < given.length; at += 3) {
  console.log(isGenuine(Buffer.from(given[at]), given[at + 1], given[at + 2]));
}`,
  },
  {
    ...{ name: 'Python', fence: 'python', command: 'python3', file: 'verify.py' },
    program: (snippet) => `${snippet}
import sys
given = sys.argv[1:]
for at in range(0, len(given), 3):
    print(str(is_genuine(given[at].encode(), given[at + 1], given[at + 2])).lower())`,
  },
  {
    ...{ name: 'Java', fence: 'java', command: 'java', file: 'Verify.java' },
    // Java runs the first class of a file, and imports come before it.
    program: (snippet) =>
      snippet.replace(
        'final class Webhooks',
        () => `class Verify {
  public static void main(String[] given) throws Exception {
    for (int at = 0; at < given.length; at += 3) {
      byte[] body = given[at].getBytes(StandardCharsets.UTF_8);
      System.out.println(Webhooks.isGenuine(body, given[at + 1], given[at + 2]));
    }
  }
}

final class Webhooks`,
      ),
  },
];

/** Whether it is here, and young enough for what the page says. */
const isHere = ({ command, name }: Language) => {
  const { error, stderr, status } = spawnSync(command, [
    name === 'Java' ? '-version' : '--version',
  ]);
  if (error || status !== 0) return false;
  return name !== 'Java' || Number(/version "(\d+)/.exec(String(stderr))?.[1] ?? 0) >= 17;
};

describe.each(languages)('the program in $name that the page about webhooks shows', (language) => {
  const [, snippet] = new RegExp(`\`\`\`${language.fence}\n([\\s\\S]*?)\`\`\``).exec(page) ?? [];
  const here = isHere(language);
  if (!here) process.stdout.write(`Not run: there is no ${language.name} on this machine.\n`);
  const where = here ? it : it.skip;
  const folder = mkdtempSync(join(tmpdir(), 'turnout-webhooks-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  /** What the program says of each webhook, in their order. */
  function verify(webhooks: readonly (readonly [string, string, string])[]) {
    const file = join(folder, language.file);
    writeFileSync(file, language.program(snippet ?? ''));
    const utf8 = { ...process.env, LC_ALL: 'C.UTF-8', PYTHONUTF8: '1' };
    return new Promise<readonly string[]>((resolve) => {
      execFile(language.command, [file, ...webhooks.flat()], { env: utf8 }, (_, out, error) =>
        resolve(`${out}${error}`.trim().split(/\r?\n/)),
      );
    });
  }

  it('stands on the page', () => expect(snippet).toBeDefined());

  where(
    'believes a webhook that the switch has signed, and none with another body, key or signature',
    async () => {
      const said = await verify([
        [body, signature, key],
        [`${body} `, signature, key],
        [body, signature, `${key}x`],
        [body, signature.replace(/^./, (first) => (first === '0' ? '1' : '0')), key],
        [body, signature.slice(0, -2), key],
        [body, '', key],
        [body, 'ü', key],
      ]);
      expect(said).toEqual(['true', ...Array(6).fill('false')]);
    },
    60_000,
  );
});
