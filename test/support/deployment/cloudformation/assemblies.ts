import { parseJson } from '../../../../local/assembly/json.ts';
import { templateOf } from '../../../../local/assembly/template.ts';
import { type StageName, synthesizedIn } from '../synthesized-app.ts';
import { type Assembly, deployable } from './assembly.ts';

/** The Region that the deployments of the tests go to. */
export const homeRegion = 'eu-west-1';

const certificate = (region: string) => `arn:aws:acm:${region}:123456789012:certificate/12ab-34cd`;

/** The settings that change a deployment, in groups of those that belong together. */
export const settings = {
  domain: { apiDomain: 'pay.shop.example', apiCertificateArn: certificate(homeRegion) },
  edges: {
    region: homeRegion,
    apiEdge: 'on',
    apiDomain: 'pay.shop.example',
    apiCertificateArn: certificate('us-east-1'),
    vaultDomain: 'cards.shop.example',
    vaultCertificateArn: certificate('us-east-1'),
  },
  fixedAddress: { fixedAddress: 'on' },
  backups: { backups: 'weekly' },
  functions: {
    keepWarm: 2,
    traces: 'on',
    traceSampling: 0.05,
    merchantRate: 100,
    refundsPerPayment: 20,
    publicUrl: 'https://pay.shop.example',
    'connectorUrl.stripe': 'https://stripe.example',
  },
  people: {
    alarmEmail: 'you@shop.example',
    runbooks: 'https://wiki.shop.example/runbooks',
    docsUrl: 'https://docs.shop.example',
    vaultAuditors: 'arn:aws:iam::123456789012:role/auditor',
  },
  restoredTable: {
    tableName: 'restored',
    tableStreamArn: `arn:aws:dynamodb:${homeRegion}:123456789012:table/restored/stream/2026-01-01T00:00:00.000`,
  },
} as const;

/** All settings that may be set together. */
export const everySetting = {
  ...settings.functions,
  ...settings.people,
  ...settings.backups,
  ...settings.fixedAddress,
  ...settings.edges,
};

/** The assembly of a stage with settings, synthesized once for a suite. */
export function assemblyOf(
  stage: StageName,
  context: Readonly<Record<string, unknown>> = {},
): Assembly {
  const asked = JSON.stringify([stage, context]);
  const known =
    assemblies.get(asked) ??
    synthesizedIn(stage, context, (directory) => deployable(directory, homeRegion));
  assemblies.set(asked, known);
  return known;
}

const assemblies = new Map<string, Assembly>();

/**
 * The same app with other code in every function, as another release of it: the CDK then names other
 * objects of the assets' bucket, and publishes versions under other logical names.
 *
 * @param release one hexadecimal digit, which tells releases apart
 */
export function withOtherCode(assembly: Assembly, release: string): Assembly {
  const changed = (hash: string) => `${release.repeat(8)}${hash.slice(8)}`;
  return assembly.map((stack) => ({
    ...stack,
    template: templateOf(
      parseJson(
        JSON.stringify(stack.template.written)
          .replace(/\b[0-9a-f]{64}(?=\.zip)/g, changed)
          .replace(
            /(CurrentVersion[0-9A-F]{8})([0-9a-f]{32})/g,
            (_, name: string, hash: string) => `${name}${changed(hash)}`,
          ),
      ),
    ),
  }));
}
