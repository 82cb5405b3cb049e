import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cdkFindings } from '../../scripts/template-findings.ts';
import { type StageName, synthesizedIn } from '../support/synthesized-app.ts';

const stages: readonly StageName[] = ['sandbox', 'production'];

/** Old and new regions, of several continents. */
const regions = ['us-east-1', 'eu-west-1', 'eu-central-2', 'ap-southeast-4', 'sa-east-1'];

const context = {
  region: 'eu-west-1',
  vaultDomain: 'cards.shop.example',
  vaultCertificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/12ab-34cd',
  apiEdge: 'on',
  apiDomain: 'pay.shop.example',
  apiCertificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/12ab-34cd',
};

/** What the validator of the CDK finds in all templates of a folder when they go to a Region. */
function findingsIn(directory: string, region: string): readonly string[] {
  const templates = globSync('*.template.json', { cwd: directory });
  expect(templates.length).toBeGreaterThan(0);
  return cdkFindings(
    templates.map((file) => ({
      path: join(directory, file),
      region: /^(Vault|Api)Filter/.test(file) ? 'us-east-1' : region,
    })),
  );
}

describe.each(stages)('the templates of %s', (stage) => {
  it('break no rule of CloudFormation, in whichever region', () => {
    synthesizedIn(stage, context, (directory) => {
      for (const region of regions) {
        expect([region, ...findingsIn(directory, region)]).toEqual([region]);
      }
    });
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
    const findings = findingsIn(directory, 'eu-west-1').join('\n');
    for (const name of Object.keys(wrong)) expect(findings).toContain(name);
  });
});
