import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { billLines } from '../../../scripts/deploy/bill-lines.ts';
import { synthesizedIn } from '../../support/deployment/synthesized-app.ts';

const root = mkdtempSync(join(tmpdir(), 'turnout-bill-lines-'));
afterAll(() => rmSync(root, { recursive: true }));

/** The assembly of a production with a fixed address and an edge in front of the API. */
const full = join(root, 'full');
const context = {
  region: 'eu-west-1',
  fixedAddress: 'on',
  apiEdge: 'on',
  apiDomain: 'pay.shop.example',
  apiCertificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/12ab-34cd',
};
synthesizedIn('production', context, (directory) => cpSync(directory, full, { recursive: true }));

const Template = v.looseObject({
  Resources: v.record(v.string(), v.looseObject({ Type: v.string() })),
});

/** Takes the resources of some types out of a template of an assembly. */
function remove(directory: string, template: string, types: readonly string[]): void {
  const file = join(directory, `${template}.template.json`);
  const { Resources, ...rest } = v.parse(Template, JSON.parse(readFileSync(file, 'utf8')));
  const left = Object.entries(Resources).filter(([, { Type }]) => !types.includes(Type));
  expect(left.length).toBeLessThan(Object.keys(Resources).length);
  writeFileSync(file, JSON.stringify({ ...rest, Resources: Object.fromEntries(left) }));
}

/** The dollars of a month without payments, and of a million payments. */
async function dollarsOf(directory: string, region = 'eu-west-1') {
  const [line = ''] = await billLines(directory, { region, expectedRate: 20 });
  const [, idle, journeys] =
    /: \$([\d.]+) for a month without payments, and \$([\d.]+) more for a million payments\.$/.exec(
      line,
    ) ?? [];
  return { line, idle: Number(idle), journeys: Number(journeys) };
}

it('the bill of a dry run has the list prices of the Region for all that the settings add', async () => {
  const bare = join(root, 'bare');
  cpSync(full, bare, { recursive: true });
  remove(bare, 'Network', ['AWS::EC2::NatGateway', 'AWS::EC2::EIP']);
  remove(bare, 'ApiFilter', ['AWS::WAFv2::WebACL']);
  const [more, less] = [await dollarsOf(full), await dollarsOf(bare)];
  expect(more.line).toMatch(/^The bill at the list prices of eu-west-1, /);
  // A NAT gateway and its address by the hour: https://aws.amazon.com/vpc/pricing
  // A web ACL and each of its three rules by the month: https://aws.amazon.com/waf/pricing
  expect(more.idle - less.idle).toBeCloseTo(730 * (0.048 + 0.005) + 5 + 3, 1);
  expect(less.idle).toBeGreaterThan(0);
  expect(more.journeys).toBeGreaterThan(0);
});

it('the bill of a dry run of a sandbox counts no function of the CDK', async () => {
  const sandbox = join(root, 'sandbox');
  synthesizedIn('sandbox', { region: 'eu-west-1' }, (directory) =>
    cpSync(directory, sandbox, { recursive: true }),
  );
  const { idle, journeys } = await dollarsOf(sandbox);
  expect(idle).toBeGreaterThan(0);
  expect(journeys).toBeGreaterThan(0);
});

it('the bill of a dry run has the list prices of us-east-1, and says so, where those of the Region are not known', async () => {
  const { line } = await dollarsOf(full, 'ap-southeast-2');
  expect(line).toMatch(/^The bill at the list prices of us-east-1, /);
});
