import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cdkFindings } from '../../scripts/deploy/template-findings.ts';
import { cellMapFile, ownVaults, twoCells } from '../support/deployment/cell-map-file.ts';
import { type StageName, synthesizedIn } from '../support/deployment/synthesized-app.ts';
import { drawnByDay } from '../support/runner/drawn-by-day.ts';

/** Old and new regions, of several continents, beside eu-west-1. */
const otherRegions = ['us-east-1', 'eu-central-2', 'ap-southeast-4', 'sa-east-1'];

const certificateArn = 'arn:aws:acm:us-east-1:123456789012:certificate/12ab-34cd';
const withEdges = {
  region: 'eu-west-1',
  vaultDomain: 'cards.shop.example',
  vaultCertificateArn: certificateArn,
  apiEdge: 'on',
  apiDomain: 'pay.shop.example',
  apiCertificateArn: certificateArn,
};
const replicated = { region: 'eu-west-1', replicaRegion: 'eu-central-1' };
const takesOver = {
  region: 'eu-central-1',
  takesOverFrom: 'eu-west-1',
  tableName: 'the-replica',
  tableStreamArn:
    'arn:aws:dynamodb:eu-central-1:123456789012:table/the-replica/stream/2026-01-01T00:00:00.000',
};
const withoutEdge = {
  keepWarm: 2,
  merchantRate: 100,
  fixedAddress: 'on',
  steadyRate: 10,
  groupedAlarms: 'off',
  dashboards: 'off',
  listSeconds: 10,
  apiDomain: 'pay.shop.example',
  apiCertificateArn: 'arn:aws:acm:eu-west-1:123456789012:certificate/12ab-34cd',
};

type Context = Readonly<Record<string, unknown>>;

/** The findings of the CDK's validator in all templates of some folders for a Region. */
function findingsIn(directories: readonly string[], region: string): readonly string[] {
  const templates = directories.flatMap((directory) =>
    globSync('*.template.json', { cwd: directory }).map((file) => ({
      path: join(directory, file),
      region: /^(Vault|Api)Filter/.test(file)
        ? 'us-east-1'
        : /^Standby/.test(file)
          ? replicated.replicaRegion
          : region,
    })),
  );
  expect(templates.length).toBeGreaterThan(0);
  return cdkFindings(templates);
}

const synthesizedTo = (stage: StageName, context: Context) =>
  synthesizedIn(stage, context, (directory) => directory);

/** With each setting that adds resources. */
const full = () => [synthesizedTo('sandbox', withEdges), synthesizedTo('production', withEdges)];
const others = () => [
  synthesizedTo('sandbox', {}),
  synthesizedTo('production', {}),
  synthesizedTo('production', withoutEdge),
  synthesizedTo('sandbox', replicated),
  synthesizedTo('production', replicated),
  synthesizedTo('production', takesOver),
  synthesizedTo('production', {
    ...withEdges,
    vaultAccount: '222222222222',
    switchAccount: '111111111111',
    fixedAddress: 'on',
  }),
  synthesizedTo('production', { ...withEdges, cells: cellMapFile(twoCells), cell: 'eu-1' }),
  synthesizedTo('production', { ...replicated, cells: cellMapFile(ownVaults), cell: 'eu-1' }),
];

describe('the templates', () => {
  const { it } = drawnByDay('templates');

  // Of all at first, so that the validator has the rules of all types of resources at once.
  it('the templates of each stage break no rule of CloudFormation, with every setting and without', () => {
    expect(findingsIn([...full(), ...others()], 'eu-west-1')).toEqual([]);
  });

  it.each(otherRegions)('the templates for %s break no rule of CloudFormation', (region) => {
    expect(findingsIn(full(), region)).toEqual([]);
  });
});

describe('a template with wrong properties', () => {
  const directory = mkdtempSync(join(tmpdir(), 'turnout-wrong-template-'));
  afterAll(() => rmSync(directory, { recursive: true }));

  it('the validator finds a property of the wrong kind, one that does not exist, and one that is missing', () => {
    const wrong = {
      Kind: { Type: 'AWS::SQS::Queue', Properties: { DelaySeconds: 'soon' } },
      Unknown: { Type: 'AWS::SQS::Queue', Properties: { Delay: 5 } },
      Missing: {
        Type: 'AWS::DynamoDB::GlobalTable',
        Properties: { BillingMode: 'PAY_PER_REQUEST' },
      },
    };
    writeFileSync(join(directory, 'Wrong.template.json'), JSON.stringify({ Resources: wrong }));
    const findings = findingsIn([directory], 'eu-west-1').join('\n');
    for (const name of Object.keys(wrong)) expect(findings).toContain(name);
  });
});
