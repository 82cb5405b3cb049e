import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pricesIn } from '../../scripts/cost/prices.ts';
import { synthesized } from '../support/deployment/synthesized-app.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/runbooks/removal.md'), 'utf8');

/** The rows of the table of remaining resources: the type, the names, the costs. */
const rows = [...page.matchAll(/^\| `(AWS::\w+::\w+)` \| (.*?) \| (.*?) \| .*$/gm)].map(
  ([, type = '', what = '', costs = '']) => ({ type, what, costs }),
);

const certificateArn = 'arn:aws:acm:us-east-1:123456789012:certificate/12ab-34cd';
/** A production with everything that a setting adds. */
const app = synthesized('production', {
  region: 'eu-west-1',
  apiEdge: 'on',
  fixedAddress: 'on',
  backups: 'weekly',
  apiDomain: 'pay.shop.example',
  apiCertificateArn: certificateArn,
  vaultDomain: 'cards.shop.example',
  vaultCertificateArn: certificateArn,
});
const staying = app
  .resources()
  .filter(({ deletionPolicy }) => deletionPolicy !== undefined && deletionPolicy !== 'Delete');

describe('the runbook for removing a production', () => {
  it("the runbook for removing a production has a row for each resource type that remains after its stack's deletion, and no other", () => {
    const types = [...new Set(staying.map(({ type }) => type))];
    expect(rows.map(({ type }) => type).sort()).toEqual(types.sort());
  });

  it('the runbook for removing a production names each remaining resource, except logs and versions, which every function has', () => {
    const many = ['AWS::Logs::LogGroup', 'AWS::Lambda::Version'];
    for (const { type, what } of rows.filter((one) => !many.includes(one.type))) {
      const names = staying.filter((one) => one.type === type).map(({ name }) => name);
      const named = [...what.matchAll(/`([A-Z]\w+\.\w+)`/g)].map(([, name]) => name);
      expect([type, named.toSorted()]).toEqual([type, names.toSorted()]);
    }
  });

  it('the runbook for removing a production records the names of all billed resources before their stacks are deleted', () => {
    const [, listed = ''] = /contains\(\[(.*?)\], ResourceType\)/.exec(page) ?? [];
    const paid = rows.filter(({ type }) => type !== 'AWS::Lambda::Version');
    expect(listed.match(/AWS::\w+::\w+/g)?.sort()).toEqual(paid.map(({ type }) => type).sort());
  });

  it('the runbook for removing a production unlocks each stack that is protected against deletion', () => {
    const locked = app.stacks.filter(({ terminationProtection }) => terminationProtection);
    const unlocked = [
      ...page.matchAll(/--no-enable-termination-protection --stack-name (\S+)/g),
    ].map(([, name]) => name);
    expect(unlocked.sort()).toEqual(locked.map(({ stackName }) => stackName).sort());
  });

  it('the runbook for removing a production states the prices of the cost model', () => {
    const prices = pricesIn('us-east-1');
    const costsOf = (type: string) => rows.find((one) => one.type === type)?.costs;
    const table = costsOf('AWS::DynamoDB::GlobalTable');
    expect(table).toContain(`$${prices.tableGbMonth.usd} a GB`);
    expect(table).toContain(`$${prices.recoveryGbMonth.usd} a GB for its point-in-time`);
    expect(costsOf('AWS::SecretsManager::Secret')).toBe(`$${prices.secret.usd} each`);
    expect(costsOf('AWS::KMS::Key')).toContain(`$${prices.key.usd} each`);
    expect(costsOf('AWS::Logs::LogGroup')).toContain(`$${prices.logGbMonth.usd} a GB`);
    expect(costsOf('AWS::EC2::EIP')).toContain(`$${prices.addressHour.usd} an hour`);
  });
});
