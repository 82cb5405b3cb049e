import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as v from 'valibot';

const Report = v.object({
  diagnostics: v.array(v.object({ message: v.string(), location: v.object({ path: v.string() }) })),
});

const root = join(import.meta.dirname, '..', '..');

/** A file with an import that `tools/imports.grit` refuses, and the reason in its words. */
const refused: readonly (readonly [file: string, imported: string, why: string])[] = [
  ['shared/platform/a.ts', '#vocabulary/b.ts', 'The platform imports no other wing.'],
  ['shared/vocabulary/a.ts', '#connectors/b.ts', 'The vocabulary imports only the platform.'],
  ['shared/connectors/a.ts', '#switch/b.ts', 'Connectors, vault and sandbox know nothing'],
  ['shared/connectors/b.ts', '#vault/cards/b.ts', 'Connectors import only the vocabulary'],
  ['shared/vault/a.ts', '#sandbox/b.ts', 'The vault and the sandbox are two services'],
  ['shared/sandbox/a.ts', '#vault/cards/b.ts', 'The vault and the sandbox are two services'],
  ['shared/merchants/a.ts', '#switch/b.ts', 'Merchants and their settings import no payment'],
  ['shared/operator/a.ts', '#webhooks/b.ts', "The operator's settings import no payment."],
  ['shared/switch/a.ts', '#webhooks/b.ts', 'The switch does not know its webhooks'],
  ['shared/webhooks/a.ts', '#sandbox/b.ts', 'The sandbox processor is known by its API alone.'],
  ['shared/switch/b.ts', '#vault/tables/b.ts', 'The vault is entered by'],
  ['shared/switch/c.ts', '#connectors/adyen/b.ts', 'This is the inside of a connector.'],
  ['shared/connectors/adyen/a.ts', '../stripe/b.ts', "A connector knows no other connector's"],
  ['functions/refunds/a.ts', '#sandbox/b.ts', 'The sandbox processor is known by its API alone.'],
  ['functions/refunds/b.ts', '../payments/b.ts', 'A function imports shared/ and no other'],
  ['shared/switch/refunds/a.ts', '../payments/confirm/b.ts', 'This is the inside of taking'],
  ['shared/switch/refunds/b.ts', '../../../lib/b.ts', 'shared/ imports only shared/.'],
  ['local/http/a.ts', '../../console/b.ts', 'local/ runs any assembly of the CDK'],
  ['local/http/b.ts', '#platform/b.ts', 'local/ runs any assembly of the CDK'],
  ['local/http/c.ts', '../../functions/b.ts', 'local/ runs any assembly of the CDK'],
  ['tools/a.ts', '../scripts/b.ts', 'tools/ builds the rest'],
  ['console/a.ts', '../scripts/b.ts', 'The console imports no script'],
  ['scripts/operate/a.ts', '../../functions/queues/b.ts', "Scripts import no Lambda's file"],
  ['scripts/a.ts', '../test/b.ts', 'only tests import test/'],
  ['scripts/turnout/cost.ts', '../../bench/b.ts', 'The measurements import scripts/'],
];

/** Imports that are allowed beside these. */
const allowed: readonly (readonly [file: string, imported: string])[] = [
  ['shared/switch/d.ts', '#platform/b.ts'],
  ['local/http/d.ts', '../functions/b.ts'],
  ['scripts/c.ts', '../local/b.ts'],
  ['bench/a.ts', '../scripts/b.ts'],
  ['test/local/a.ts', '../../scripts/b.ts'],
];

it('the lint refuses each import that runs up the folders or into the inside of one, and no other', () => {
  const folder = mkdtempSync(join(tmpdir(), 'turnout-imports-'));
  try {
    const plugins = [join(root, 'tools', 'imports.grit')];
    writeFileSync(join(folder, 'biome.json'), JSON.stringify({ plugins }));
    for (const [file, imported] of [...refused, ...allowed]) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), `export * from '${imported}';\n`);
    }
    const biome = join(root, 'node_modules', '@biomejs', 'biome', 'bin', 'biome');
    const args = [biome, 'lint', '--only=plugin', '--reporter=json', '--max-diagnostics=none', '.'];
    const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
    const { diagnostics } = v.parse(Report, JSON.parse(stdout));
    const found = new Map(diagnostics.map(({ location, message }) => [location.path, message]));
    expect([...found.keys()].sort()).toEqual(refused.map(([file]) => file).sort());
    for (const [file, , why] of refused) {
      expect([file, found.get(file)]).toEqual([file, expect.stringContaining(why)]);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
