import { toJsonSchema } from '@valibot/to-json-schema';
import { adapterNames } from '#connectors/adapter-names.ts';
import { isOwnConnector } from '#vocabulary/connectors.ts';
import type { Setting } from '../../lib/settings/setting.ts';
import {
  connectorUrl,
  connectorUrlPrefix,
  settingNames,
  settings,
} from '../../lib/settings/settings.ts';
import { deployedStages } from '../../lib/settings/settings-file.ts';
import { withoutMarkdown } from './without-markdown.ts';

/** The table of settings: a row for each one. */
export function settingsTable(): string {
  const row = (name: string, { description, without }: Setting<unknown>) =>
    `| \`${name}\` | ${description} | ${without} |`;
  return [
    '| Setting | Value | Without it |',
    '|---|---|---|',
    ...settingNames.map((name) => row(name, settings[name])),
    row(`${connectorUrlPrefix}NAME`, connectorUrl),
  ].join('\n');
}

/** The JSON schema of a settings file, as text. */
export function settingsSchema(): string {
  const properties = Object.fromEntries(
    settingNames.map((name) => [name, propertyOf(settings[name])]),
  );
  const schema = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Settings of a deployment of Turnout',
    description: 'The file turnout.STAGE.json, beside package.json. docs/settings.md explains it.',
    type: 'object',
    properties: {
      $schema: { type: 'string', description: 'The path of this schema.' },
      ...properties,
      stage: { enum: deployedStages, description: 'The stage in the name of the file.' },
      ...Object.fromEntries(
        adapterNames
          .filter((name) => !isOwnConnector(name))
          .map((name) => [`${connectorUrlPrefix}${name}`, propertyOf(connectorUrl)]),
      ),
    },
    dependencies: {
      apiDomain: ['apiCertificateArn'],
      apiCertificateArn: ['apiDomain'],
      vaultDomain: ['vaultCertificateArn'],
      vaultCertificateArn: ['vaultDomain'],
      vaultAccount: {
        type: 'object',
        required: ['switchAccount', 'vaultDomain'],
        properties: {
          ...{ switchAccount: {}, vaultDomain: {}, sharedKeys: { const: 'on' } },
          ...{ replicaRegion: false, takesOverFrom: false },
        },
      },
      switchAccount: ['vaultAccount'],
      tableName: ['tableStreamArn'],
      tableStreamArn: ['tableName'],
    },
    additionalProperties: false,
  };
  return `${JSON.stringify(schema, undefined, 2)}\n`;
}

function propertyOf(setting: Setting<unknown>) {
  // Only the deployment checks rules that have no keyword in JSON Schema.
  const { $schema: _, ...values } = toJsonSchema(setting.kind.schema, { errorMode: 'ignore' });
  return {
    ...values,
    description: `${withoutMarkdown(setting.description)}. Without it: ${withoutMarkdown(setting.without)}.`,
    ...(setting.default !== undefined && { default: setting.default }),
    examples: [setting.example],
  };
}
