import * as v from 'valibot';
import { unknownAdapter } from '#connectors/adapter-names.ts';
import { noSuchName } from './nearest-name.ts';
import { type Placement, placementOf } from './placement.ts';
import { secretLike } from './secret-like.ts';
import type { Setting } from './setting.ts';
import {
  connectorUrl,
  connectorUrlPrefix,
  isSettingName,
  type SettingName,
  type SettingValue,
  settingNames,
  settings,
} from './settings.ts';

/** The settings of a deployment, each by its rule. */
export interface Settings {
  get<Name extends SettingName>(name: Name): SettingValue<Name>;
  /** Base URLs by connector, or `sandbox`, as `connectorUrl.NAME` states them. */
  readonly connectorUrls: ReadonlyMap<string, string>;
  /** The stated values, those of the map of cells among them, as JSON values by the setting's name. */
  readonly given: ReadonlyMap<string, unknown>;
  /** The place among all cells; undefined for a deployment that is the only one. */
  readonly placement: Placement | undefined;
}

/** Settings that no deployment can have. Its message lists all their problems, a line each. */
export class WrongSettings extends Error {
  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'WrongSettings';
  }
}

/**
 * Reads the settings of a context: texts of `-c NAME=VALUE`, and JSON values of the settings file.
 * The context's own entries of the CDK are no settings.
 *
 * @param region the Region of the credentials, where it is known
 * @param folder where the path of the map of cells begins
 * @returns the settings whose values are right, and everything that is wrong, a sentence each
 */
export function readSettings(
  context: Readonly<Record<string, unknown>>,
  region?: string,
  folder: string = process.cwd(),
): { readonly settings: Settings; readonly problems: readonly string[] } {
  const problems: string[] = [];
  const given = new Map<string, unknown>();
  for (const [name, stated] of Object.entries(context)) {
    if (stated === undefined || isOfCdk(name)) continue;
    const setting = settingNamed(name);
    const secret = typeof stated === 'string' ? secretLike(stated) : undefined;
    if (!setting) problems.push(unknownSetting(name));
    else if (secret !== undefined) problems.push(secretIn(name, secret));
    else {
      const value = typeof stated === 'string' ? setting.kind.ofText(stated) : stated;
      if (v.is(setting.kind.schema, value)) given.set(name, value);
      else problems.push(`${name} must be ${setting.kind.rule}.`);
    }
  }
  const alone = settingsOf(given, undefined);
  const names = { cell: alone.get('cell'), cells: alone.get('cells') };
  const { placement, problems: ofCell } = placementOf(names, given, folder);
  problems.push(...ofCell);
  const read = settingsOf(new Map([...given, ...(placement?.implied ?? [])]), placement);
  const wrong = new Set(problems.map((one) => one.split(' ', 1)[0]));
  const together = mistakesTogether(read, read.get('region') ?? region);
  return {
    settings: read,
    // Without the problems of a missing value that was stated wrongly: those are in the list
    // already.
    problems: [...problems, ...together.filter((one) => !wrong.has(one.split(' ', 1)[0]))],
  };
}

/** Why a name is none of a setting, with the name that was most likely meant. */
export function unknownSetting(name: string): string {
  if (name.startsWith(connectorUrlPrefix)) {
    const unknown = unknownAdapter(name.slice(connectorUrlPrefix.length));
    if (unknown !== undefined) return `${name}: ${unknown}`;
  }
  return noSuchName('setting', name, [...settingNames, `${connectorUrlPrefix}stripe`]);
}

/** The message that a value is a secret, without the value. */
export const secretIn = (name: string, what: string): string =>
  `${name} seems to be ${what}. No setting is a secret: remove it, and replace the secret where others may have read it.`;

/** The setting of a name; undefined if there is none. */
export function settingNamed(name: string): Setting<unknown> | undefined {
  if (isSettingName(name)) return settings[name];
  const connector = name.startsWith(connectorUrlPrefix) && name.slice(connectorUrlPrefix.length);
  return connector && unknownAdapter(connector) === undefined ? connectorUrl : undefined;
}

/**
 * Entries of the context that the CDK reads itself, or with which programs of ours call the app.
 */
const internalNames = [
  'acknowledged-issue-numbers',
  'cli-telemetry',
  'first',
  'unshifted',
  'apiStageIn',
];

/** The CDK's own names have a colon or begin with `@`: flags, and answers of look-ups. */
const isOfCdk = (name: string) =>
  name.includes(':') || name.startsWith('@') || internalNames.includes(name);

function settingsOf(
  given: ReadonlyMap<string, unknown>,
  placement: Placement | undefined,
): Settings {
  return {
    given,
    placement,
    get<Name extends SettingName>(name: Name): SettingValue<Name> {
      const { kind, default: otherwise } = settings[name];
      return given.has(name) ? v.parse(kind.schema, given.get(name)) : otherwise;
    },
    connectorUrls: new Map(
      [...given].flatMap(([name, value]) =>
        name.startsWith(connectorUrlPrefix)
          ? [[name.slice(connectorUrlPrefix.length), String(value)] as const]
          : [],
      ),
    ),
  };
}

/** Settings that are right by themselves and wrong together. */
function mistakesTogether(given: Settings, region: string | undefined): readonly string[] {
  const [apiDomain, apiCertificate] = [given.get('apiDomain'), given.get('apiCertificateArn')];
  const [vaultDomain, vaultCertificate] = [
    given.get('vaultDomain'),
    given.get('vaultCertificateArn'),
  ];
  const [tableName, stream] = [given.get('tableName'), given.get('tableStreamArn')];
  const isEdged = given.get('apiEdge') === 'on';
  const certificateRegion = regionIn(apiCertificate);
  const mustBe = (name: SettingName, why: string) =>
    `${name} must be ${settings[name].kind.rule}${why}.`;
  const problems: string[] = [];
  const holds = (isWrong: boolean, problem: string) => isWrong && problems.push(problem);

  holds(
    isEdged && !apiDomain && !apiCertificate,
    'apiEdge needs a domain: -c apiDomain=… -c apiCertificateArn=….',
  );
  holds(!apiDomain && !!apiCertificate, mustBe('apiDomain', ', and is missing'));
  holds(!!apiDomain && !apiCertificate, mustBe('apiCertificateArn', ', and is missing'));
  holds(!vaultDomain && !!vaultCertificate, mustBe('vaultDomain', ', and is missing'));
  holds(!!vaultDomain && !vaultCertificate, mustBe('vaultCertificateArn', ', and is missing'));
  holds(
    isEdged && !!apiCertificate && certificateRegion !== edgeRegion,
    `apiCertificateArn must be of a certificate in ${edgeRegion} with apiEdge.`,
  );
  holds(
    !isEdged && !!apiCertificate && !!region && certificateRegion !== region,
    `apiCertificateArn must be of a certificate in ${region}, the Region of the deployment, and is of ${certificateRegion}.`,
  );
  holds(
    given.get('steadyRate') > given.get('expectedRate'),
    `steadyRate must be at most expectedRate, which is ${given.get('expectedRate')}.`,
  );
  const [vaultAccount, switchAccount] = [given.get('vaultAccount'), given.get('switchAccount')];
  holds(!!vaultAccount && !switchAccount, mustBe('switchAccount', ', and is missing'));
  holds(!vaultAccount && !!switchAccount, mustBe('vaultAccount', ', and is missing'));
  holds(
    !!vaultAccount && vaultAccount === switchAccount,
    'vaultAccount must be another account than switchAccount.',
  );
  holds(
    !!vaultAccount && !vaultDomain && !vaultCertificate,
    'vaultAccount needs a domain, by which the switch knows the pages: -c vaultDomain=… -c vaultCertificateArn=….',
  );
  holds(
    !!vaultAccount && given.get('sharedKeys') === 'off',
    'vaultAccount needs sharedKeys=on: keys of operators are in the account of the switch, and the vault has one of its own.',
  );
  holds(
    !!vaultAccount && given.get('stage') === 'laptop',
    'vaultAccount is for a stage that is deployed.',
  );
  holds(
    given.get('cell') !== undefined && given.get('stage') === 'laptop',
    'cell is for a stage that is deployed.',
  );
  holds(
    !!vaultAccount && !!(given.get('replicaRegion') ?? given.get('takesOverFrom')),
    'vaultAccount goes with no other Region: leave out replicaRegion and takesOverFrom.',
  );
  holds(!tableName && !!stream, mustBe('tableName', ', and is missing'));
  holds(
    !!tableName && !stream?.includes(`:table/${tableName}/stream/`),
    mustBe('tableStreamArn', ''),
  );
  holds(
    !!stream && !!region && regionIn(stream) !== region,
    `tableStreamArn must be of a table in ${region}, the Region of the deployment, and is of ${regionIn(stream)}.`,
  );
  const [replica, takesOver] = [given.get('replicaRegion'), given.get('takesOverFrom')];
  const elsewhere = (name: SettingName) =>
    `${name} must be another Region than ${region}, that of the deployment.`;
  holds(!!replica && replica === region, elsewhere('replicaRegion'));
  holds(!!takesOver && takesOver === region, elsewhere('takesOverFrom'));
  holds(
    !!takesOver && !tableName && !stream,
    'takesOverFrom needs the replica: npx turnout restore replica prints tableName and tableStreamArn.',
  );
  holds(
    !!replica && !!tableName,
    'replicaRegion is for the table of the stack: a table of tableName gets no replica by it.',
  );
  return problems;
}

/** The Region in which CloudFront looks for certificates and web ACLs. */
export const edgeRegion = 'us-east-1';

/** `arn:PARTITION:SERVICE:REGION:…`. */
const regionIn = (arn = ''): string | undefined => arn.split(':')[3];
