import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { readSettings } from '../../lib/settings/read-settings.ts';
import { settingNames, settings } from '../../lib/settings/settings.ts';
import { readSettingsFile } from '../../lib/settings/settings-file.ts';
import { settingsSchema } from '../../scripts/documents/settings-document.ts';
import { twoCells } from '../support/deployment/cell-map-file.ts';

describe('the schema of settings files', () => {
  const schema: Readonly<Record<string, unknown>> = JSON.parse(settingsSchema());
  // Strict: a keyword that JSON Schema does not have would be an error.
  const ajv = new Ajv({ strict: true, allErrors: true });

  it('the schema of settings files is valid by the meta-schema of JSON Schema', () => {
    expect(ajv.validateSchema(schema)).toBe(true);
  });

  const accepts = ajv.compile(schema);
  // A vault in an account of its own goes with no other Region.
  const vaultCertificateArn = settings.vaultCertificateArn.example;
  const { replicaRegion, takesOverFrom, ...ofOneRegion } = Object.fromEntries(
    settingNames.map((name) => [name, settings[name].example]),
  );

  /** Whether a deployment of production takes this file. */
  function isTaken(file: unknown): boolean {
    const folder = mkdtempSync(join(tmpdir(), 'turnout-schema-'));
    try {
      writeFileSync(join(folder, 'turnout.production.json'), JSON.stringify(file));
      // The example of a cell, with the same rate and accounts as the other examples.
      const { expectedRate } = settings;
      const cell = { ...twoCells.cells['eu-1'], expectedRate: expectedRate.example };
      const map = { ...twoCells, cells: { ...twoCells.cells, 'eu-1': cell } };
      writeFileSync(join(folder, 'cells.json'), JSON.stringify(map));
      const { given, problems } = readSettingsFile(folder, 'production');
      return problems.length === 0 && readSettings(given, undefined, folder).problems.length === 0;
    } finally {
      rmSync(folder, { recursive: true });
    }
  }

  it.each<readonly [unknown]>([
    [{}],
    [{ $schema: './docs/settings.schema.json' }],
    [{ $schema: 7 }],
    [{ ...ofOneRegion, apiEdge: 'off', sharedKeys: 'on' }],
    [{ ...ofOneRegion, apiEdge: 'off', sharedKeys: 'off' }],
    [{ ...ofOneRegion, apiEdge: 'off', sharedKeys: 'on', takesOverFrom }],
    [{ region: 'eu-west-1', replicaRegion }],
    [{ replicaRegion: 'Frankfurt' }],
    [{ switchAccount: '111111111111' }],
    [{ vaultAccount: '222222222222', switchAccount: '111111111111' }],
    [{ vaultAccount: '2222', switchAccount: '111111111111' }],
    [{ cell: 'eu-1', vaultDomain: 'cards.shop.example', vaultCertificateArn }],
    [{ cell: 'EU' }],
    [{ cells: 'cells' }],
    [{ stage: 'laptop' }],
    [{ alarmMail: 'a@b.example' }],
    [{ alarmEmail: 'a' }],
    [{ alarmEmail: ['a@b.example'] }],
    [{ keepWarm: 2 }],
    [{ keepWarm: '2' }],
    [{ keepWarm: 21 }],
    [{ keepWarm: 0.5 }],
    [{ traceSampling: 1 }],
    [{ traceSampling: 1.01 }],
    [{ vaultAuditors: 'arn:aws:iam::123456789012:role/a' }],
    [{ vaultAuditors: ['arn:aws:iam::123456789012:role/a'] }],
    [{ vaultAuditors: ['*'] }],
    [{ apiEdge: true }],
    [{ apiDomain: 'pay.shop.example' }],
    [{ tableName: 'restored' }],
    [{ owner: 'Zahlungen und Erstattungen' }],
    [{ owner: 'a\nb' }],
    [{ owner: '' }],
    [{ 'connectorUrl.stripe': 'sandbox' }],
    [{ 'connectorUrl.stripe': 'https://a.example/?b=c' }],
    [{ 'connectorUrl.strip': 'https://a.example/' }],
    [[]],
    [null],
  ])('the schema of settings files judges %j as a deployment does', (file) => {
    expect(accepts(file)).toBe(isTaken(file));
  });
});
