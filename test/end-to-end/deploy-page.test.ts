import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { guideBlocks, runGuide } from '../support/documents/run-guide.ts';
import { bareEnvironment } from '../support/runner/bare-environment.ts';
import { aRunningSwitch } from '../support/switch/a-running-switch.ts';
import { adminKey } from '../support/switch/switch.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/deploy.md'), 'utf8');
const live = aRunningSwitch();

/** Sections 7 to 9 of the page, with values of a laptop in place of those of an account. */
function commandsHere() {
  const [, sections = ''] = /^(## 7\. The first merchant$.*?)^## 10\. /ms.exec(page) ?? [];
  const values: readonly (readonly [RegExp, string])[] = [
    [/^ {3}/gm, ''],
    [/^source docs.*$/gm, ''],
    [/^S=\S+.*$/gm, `S=${live.running.url}`],
    [/^ADMIN_API_KEY=.*$/gm, `ADMIN_API_KEY=${adminKey}`],
    [/sk_(?:test|live)_…/g, 'sk_test_ofThePage'],
    [/^read .*$/gm, 'CARD=4242424242424242; CVC=314'],
  ];
  return guideBlocks(
    values.reduce((text, [written, here]) => {
      const changed = text.replaceAll(written, here);
      expect(changed).not.toBe(text);
      return changed;
    }, sections),
  );
}

it('the commands of the page about deployment take a first payment, capture it and refund it', async () => {
  const blocks = commandsHere();
  expect(blocks).toHaveLength(3);
  const { outputs, errors } = await runGuide(blocks, bareEnvironment);
  expect([outputs.map(({ exitCode }) => exitCode), errors]).toEqual([[0, 0, 0], '']);
  const [merchant, processor, payment] = outputs.map(({ text }) => text);
  expect(merchant).toContain('health is good');
  expect(processor).toContain('"webhook_registration_status":"Success"');
  expect(payment).not.toContain('"error":');
  expect(payment).toContain('"status":"partially_captured"');
  expect(payment).toMatch(/"refund_id":"ref_\w+".*"status":"succeeded"/s);
}, 120_000);
