import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { receivingAt } from '../support/documents/documented-shell.ts';
import { freePort } from '../support/runner/free-port.ts';
import { aRunningSwitch } from '../support/switch/a-running-switch.ts';
import { functionsBundledLater } from '../support/switch/first-payment.ts';

const root = join(import.meta.dirname, '..', '..');
const tools = ['bash', 'curl'];
const missing = tools.filter((tool) => spawnSync(tool, ['--version']).error !== undefined);
const whereTheyAre = missing.length === 0 ? it : it.skip;
if (missing.length > 0) process.stdout.write(`The README is not run: no ${missing.join(', ')}.\n`);

const own = 'It is seen which functions ran at all.';
const live = missing.length === 0 ? aRunningSwitch({ own }) : undefined;

/** The commands under "A first payment", as they stand there. */
function firstPayment(): string {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const commands = /## A first payment\n[\s\S]*?```sh\n([\s\S]*?)```/.exec(readme)?.[1];
  if (!commands) throw new Error('The README has no first payment.');
  return commands;
}

/** The same for this switch and a free port, since others may hold those of the README. */
function here(commands: string, port: number): string {
  const address = 'S=http://127.0.0.1:3000;';
  expect(commands.split(address)).toHaveLength(2);
  return receivingAt(port, commands.replace(address, `S=${live?.running.url};`));
}

/** Types them into a shell that works as a person's does, with jobs. */
const typed = (commands: string) =>
  new Promise<string>((resolve) => {
    const said = '\nprintf "\\nPAYMENT %s\\n" "$PAYMENT"';
    execFile('bash', ['--norc', '-m', '-c', `${commands}${said}`], { cwd: root }, (_, out, error) =>
      resolve(`${out}${error}`),
    );
  });

describe('the first payment of the README', () => {
  it("the README's first payment takes five requests", () => {
    expect(firstPayment().match(/curl /g)).toHaveLength(5);
    expect(firstPayment().match(/^# \d /gm)).toHaveLength(5);
  });

  whereTheyAre(
    "the README's first payment succeeds, and succeeds again when its lines are typed a second time",
    async () => {
      const payments: (string | undefined)[] = [];
      for (const _ of ['once', 'again']) {
        const said = await typed(here(firstPayment(), await freePort()));
        expect(said).toContain('"status":"succeeded"');
        expect(said).toContain('signature verified  payment_succeeded');
        expect(said).not.toMatch(/"error"|HE_01|TypeError/);
        payments.push(/^PAYMENT (pay_\w+)$/m.exec(said)?.[1]);
        // The name of a merchant has the second in it.
        const second = Math.floor(Date.now() / 1_000);
        while (Math.floor(Date.now() / 1_000) === second) {
          await new Promise((resolve) => setTimeout(resolve, 50));
        }
      }
      expect(new Set(payments).size).toBe(2);
      expect(payments).not.toContain(undefined);
      expect(live?.running.lines.some(({ source }) => source === 'payments.create')).toBe(true);
      expect(functionsBundledLater(live?.running.lines ?? [])).toEqual([]);
    },
  );
});
