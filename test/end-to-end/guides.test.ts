import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brokenPromises, guideBlocks, runGuide } from '../support/documents/run-guide.ts';
import { bareEnvironment } from '../support/runner/bare-environment.ts';
import { drawnByDay } from '../support/runner/drawn-by-day.ts';
import { freePort } from '../support/runner/free-port.ts';
import { aRunningSwitch } from '../support/switch/a-running-switch.ts';
import { adminKey } from '../support/switch/switch.ts';

const { each } = drawnByDay('guides');

const root = join(import.meta.dirname, '..', '..');
const guides = globSync(['docs/guides/*.md', 'docs/payment-links.md'], { cwd: root })
  .sort()
  .filter((guide) => guideBlocks(textOf(guide)).length > 0);

const missing = ['bash', 'curl'].filter(
  (tool) => spawnSync(tool, ['--version']).error !== undefined,
);
const whereTheyAre = missing.length === 0 ? describe : describe.skip;
if (missing.length > 0) process.stdout.write(`No guide is run: no ${missing.join(', ')}.\n`);

function textOf(guide: string): string {
  return readFileSync(join(root, guide), 'utf8');
}

whereTheyAre('the guides', () => {
  const live = aRunningSwitch();
  const home = mkdtempSync(join(tmpdir(), 'turnout-guides-'));
  afterAll(() => rmSync(home, { recursive: true }));

  /** The complaints about a page: each broken promise, with the block that makes it. */
  async function complaints(page: string): Promise<readonly string[]> {
    const blocks = guideBlocks(page);
    const { outputs, errors } = await runGuide(blocks, {
      ...bareEnvironment,
      HOME: home,
      PORT: new URL(live.running.url).port,
      ADMIN_API_KEY: adminKey,
      TURNOUT_MERCHANTS: join(home, 'merchants.json'),
    });
    return blocks.flatMap((block, index) =>
      brokenPromises(block, outputs[index] ?? { text: '', exitCode: Number.NaN }).map(
        (broken) => `${block.commands}\n${broken}\n${errors}`,
      ),
    );
  }

  /** The page for a free port, since other programs may hold that of the webhooks' receiver. */
  const here = async (page: string) => page.replaceAll(/\b4000\b/g, String(await freePort()));

  each(guides)(
    'the commands of %s work, and print the answers of the page',
    async (guide) => {
      expect(await complaints(await here(textOf(guide)))).toEqual([]);
    },
    120_000,
  );

  it('a guide whose commands no longer work is found', async () => {
    const page = textOf('docs/guides/accept-a-payment.md');
    const spoiled = await Promise.all([
      complaints('```sh\nfalse\n```'),
      complaints(page.replace('$TURNOUT_URL/payments', '$TURNOUT_URL/payment')),
      complaints(page.replace('"status": "succeeded"', '"status": "processing"')),
    ]);
    expect(spoiled.filter((found) => found.length === 0)).toEqual([]);
    expect(spoiled[2]).toHaveLength(1);
  }, 120_000);
});

it('a card that is saved and charged later takes six commands from the clone on', () => {
  const [untilSecondCharge = ''] = textOf('docs/guides/save-a-card.md').split('```json');
  const numbers = untilSecondCharge.match(/^(?:# )?\d\. /gm);
  expect(numbers).toEqual(['1. ', '2. ', '3. ', '# 4. ', '# 5. ', '# 6. ']);
  expect(untilSecondCharge.match(/^(?:eval|curl|[A-Z]+=)/gm)).toHaveLength(3);
});

describe('a promise of a guide', () => {
  const [block] = guideBlocks(
    '```sh\npay\n```\n\n```json\n{ "id": "pay_…", "card": { "a": 1 } }\n```',
  );
  const keeps = (text: string, exitCode = 0) =>
    block && brokenPromises(block, { text, exitCode }).length === 0;

  it('an answer with more members than the page shows keeps the promise', () => {
    expect(keeps('{"id":"pay_1","card":{"a":1,"b":2},"status":"failed"}')).toBe(true);
  });

  it.each([
    '{"id":"ref_1","card":{"a":1}}',
    '{"id":"pay_1","card":{"a":2}}',
    '{"id":"pay_1"}',
    '{"id":"pay_1","card":null}',
    '{"error":{"code":"HE_02"}}',
    '',
    'pay: command not found',
  ])('the output %j breaks the promise', (text) => {
    expect(keeps(text)).toBe(false);
  });

  it('a command that fails breaks the promise', () => {
    expect(keeps('{"id":"pay_1","card":{"a":1}}', 1)).toBe(false);
  });

  it('the lines behind "# prints" are expected in their order', () => {
    const [two] = guideBlocks('```sh\na # prints one …\nb # prints two\n```');
    const broken = (text: string) => two && brokenPromises(two, { text, exitCode: 0 });
    expect(broken('one 1\nbeside\ntwo\n')).toEqual([]);
    expect(broken('two\none 1\n')).toHaveLength(1);
    expect(broken('{"error":{"code":"HE_02"}}')).toHaveLength(3);
  });
});
