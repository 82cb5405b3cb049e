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
  /** The program of the page with a main that verifies body, signature and key from the arguments. */
  program(snippet: string): string;
}

const languages: readonly Language[] = [
  {
    ...{ name: 'Node.js', fence: 'js', command: process.execPath, file: 'verify.mjs' },
    program: (snippet) => `${snippet}
const [body, signature, key] = process.argv.slice(2);
process.stdout.write(String(isGenuine(Buffer.from(body), signature, key)));`,
  },
  {
    ...{ name: 'Python', fence: 'python', command: 'python3', file: 'verify.py' },
    program: (snippet) => `${snippet}
import sys
_, body, signature, key = sys.argv
print(str(is_genuine(body.encode(), signature, key)).lower(), end="")`,
  },
  {
    ...{ name: 'Java', fence: 'java', command: 'java', file: 'Verify.java' },
    // Java runs the first class of a file, and imports come before it.
    program: (snippet) =>
      snippet.replace(
        'final class Webhooks',
        () => `class Verify {
  public static void main(String[] given) throws Exception {
    byte[] body = given[0].getBytes(StandardCharsets.UTF_8);
    System.out.print(Webhooks.isGenuine(body, given[1], given[2]));
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

  function run(...given: readonly string[]) {
    const file = join(folder, language.file);
    writeFileSync(file, language.program(snippet ?? ''));
    const utf8 = { ...process.env, LC_ALL: 'C.UTF-8', PYTHONUTF8: '1' };
    return new Promise<string>((resolve) => {
      execFile(language.command, [file, ...given], { env: utf8 }, (_, out, error) =>
        resolve(`${out}${error}`),
      );
    });
  }

  it('stands on the page', () => expect(snippet).toBeDefined());

  where('takes a webhook that the switch has signed for a genuine one', async () => {
    expect(await run(body, signature, key)).toBe('true');
  });

  where('refuses another body, another key, another signature and none', async () => {
    const forged = await Promise.all([
      run(`${body} `, signature, key),
      run(body, signature, `${key}x`),
      run(
        body,
        signature.replace(/^./, (first) => (first === '0' ? '1' : '0')),
        key,
      ),
      run(body, signature.slice(0, -2), key),
      run(body, '', key),
      run(body, 'ü', key),
    ]);
    expect(forged).toEqual(Array(6).fill('false'));
  });
});
