import * as v from 'valibot';
import { listWindowSeconds } from '#platform/lists/window.ts';
import { maxRefunds, parseShare } from '#platform/stage.ts';
import { keylessFunctions, usualConcurrency } from './quota.ts';
import {
  choice,
  type Kind,
  list,
  type Setting,
  setting,
  settingWithDefault,
  text,
  wholeNumber,
} from './setting.ts';
import { mostPayments, usualRate } from './sizing.ts';

const onOff = choice('on', 'off');

const domainName = (example: string) =>
  text(/^([a-z0-9-]{1,63}\.)+[a-z]{2,63}$/, `a name such as ${example}`);

export const accountNumber = text(/^\d{12}$/, 'the number of an account, 12 digits');

/** A share from 0 to 1. */
const share: Kind<number> = {
  schema: v.pipe(
    v.number(),
    v.minValue(0),
    v.maxValue(1),
    v.check((given) => parseShare(String(given)) !== undefined),
  ),
  ofText: (given) => parseShare(given) ?? given,
  rule: 'a number from 0 to 1, such as 0.05',
};

/**
 * An address on the web. The pattern also accepts texts that are no URL, so they are parsed too.
 */
const httpsAddress: Kind<string> = {
  schema: v.pipe(
    v.string(),
    v.regex(/^https:\/\/[^\s?#@]+$/),
    v.check((given) => URL.parse(given) !== null),
  ),
  ofText: (given) => given,
  rule: 'an https address without a query',
};

const regionSuchAs = (example: string) =>
  text(/^[a-z]{2,5}(-[a-z]+)+-\d+$/, `a Region such as ${example}`);
export const region = regionSuchAs('eu-west-1');

/** The name of a cell. */
export const cellName = text(
  /^[a-z][a-z0-9-]{0,31}$/,
  'the name of a cell: at most 32 lower-case letters, digits and hyphens',
);

/** More of each function would take the containers that production leaves for all callers. */
const mostKeptWarm = 20;
/** The most requests of the whole API in a second. */
const mostOfMerchant = 5_000;
/** More would take the containers that payments need in an account with a thousand. */
const mostKeylessConcurrency = 100;
const mostConcurrency = 100_000;

/** The alarm on lists that are a minute behind must not ring for gathered changes. */
const mostListSeconds = 30;

const declared = {
  stage: settingWithDefault(choice('sandbox', 'production', 'laptop'), 'sandbox', {
    description: '`sandbox` or `production`. A settings file need not state it: its name does',
    without: '`sandbox`',
    example: 'production',
    whenChanged: 'The stage is another one, with stacks and data of its own.',
    isRecorded: false,
  }),
  alarmEmail: setting(text(/^[^\s@<>,;]+@[^\s@<>,;]+\.[^\s@<>,;]+$/, 'an email address'), {
    description: 'the address for alarms, which AWS asks for a confirmation once',
    without: 'alarms reach only the subscribers that you add to their topic',
    example: 'on-call@example.com',
    whenChanged:
      'Amazon SNS deletes the subscription of this address: alarms do not reach it any more. A new address has to confirm first.',
  }),
  receiptsFrom: setting(
    text(
      /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@([a-z0-9-]{1,63}\.)+[a-z]{2,63}$/,
      'an email address in small letters',
    ),
    {
      description:
        'the address from which payers get [the receipt](payment-links.md#the-receipt) of each paid link by mail, once. Amazon SES must have verified the address or its domain in the Region, and your account must be out of its sandbox. A mail costs $0.0001',
      without:
        'no mails: payers find the receipt on the link; `RECEIPTS_FROM` states it for `npm start`',
      example: 'receipts@shop.example',
      whenChanged: 'Payers get receipts from another address, or none.',
      whenAdded: 'Payers of links whose payment has an email address get their receipt by mail.',
    },
  ),
  owner: setting(
    text(
      /^[\p{L}\p{N} _.:/=+@-]{1,256}$/u,
      'at most 256 letters, digits, spaces and _ . : / = + @ -',
    ),
    {
      description: 'a team or a person: the tag `owner` of all resources that take tags',
      without: 'no tag `owner`',
      example: 'payments-team',
      whenChanged:
        'The tag `owner` changes on all resources, and with it what reports of cost by owner count.',
    },
  ),
  connectors: settingWithDefault(
    list(
      /^[\w./-]*x_[a-z0-9_]{1,30}\/?$/,
      'folders of this clone whose names begin with x_, such as connectors/x_acme',
    ),
    [],
    {
      description:
        'the folders of [connectors of your own](own-connector.md), in this clone: an array in the file. Functions of every stage have the connectors that either file names',
      without: 'the connectors of this version',
      example: ['connectors/x_acme'],
      whenChanged:
        'The switch has no connector any more whose folder is gone from both files: its open payments wait for it.',
    },
  ),
  apiDomain: setting(domainName('pay.shop.example'), {
    description:
      'a domain for the API. Point it to the output `PointTheDomainTo` of the stack `turnout-STAGE-api`. Customers and processors reach the API there. It needs `apiCertificateArn`',
    without: 'the address that API Gateway gives',
    example: 'pay.shop.example',
    whenChanged:
      'The API stops answering at this domain: requests of merchants, returns of customers and webhooks of processors fail there.',
  }),
  apiCertificateArn: setting(
    text(/^arn:[\w-]+:acm:[\w-]+:\d{12}:certificate\/[\w-]+$/, 'the ARN of a certificate'),
    {
      description:
        'the certificate of `apiDomain`, in the Region of the deployment; with `apiEdge` in us-east-1',
      without: 'no `apiDomain`',
      example: 'arn:aws:acm:eu-west-1:123456789012:certificate/12ab-34cd',
      whenChanged: 'Callers of the `apiDomain` get another certificate, or none.',
    },
  ),
  apiEdge: settingWithDefault(onOff, 'off', {
    description:
      '`on`: CloudFront and AWS WAF in front of the API, which then refuses requests that bypass them. They serve the `apiDomain`, for $8.40 a month, and $1.70 a million requests in the United States ([reasons and consequences](decisions/0049-an-edge-in-front-of-the-api.md))',
    without: '`off`: the API is reached directly',
    example: 'on',
    whenChanged:
      'CloudFront and its filter go. Requests fail until the domain points to the API itself.',
    whenAdded:
      'The API refuses every request that does not come through CloudFront. Requests fail until the domain points there.',
  }),
  edgeSecretsOf: setting(text(/^[\w.-]{1,32}$/, 'a word such as 2026-02-01'), {
    description:
      'a word that differs from the last one, such as `2026-02-01`: CloudFormation then reads again the secrets that CloudFront sends ([rotating keys](keys.md#rotating-keys))',
    without: 'a changed secret reaches CloudFront only with another change of its settings',
    example: '2026-02-01',
    whenChanged: 'CloudFormation reads the secrets again that CloudFront sends.',
    isRecorded: false,
  }),
  publicUrl: setting(httpsAddress, {
    description:
      'the address of the API for customers and processors, such as `https://pay.example.com`. You point the domain to the API yourself',
    without: 'the `apiDomain`, or else the address that API Gateway gives',
    example: 'https://pay.example.com',
    whenChanged:
      'Customers and processors are sent to another address. Payments that are open keep the one before.',
    whenAdded: 'Customers and processors are sent to this address from now on.',
  }),
  vaultDomain: setting(domainName('cards.shop.example'), {
    description:
      'a domain for the pages of the vault, which puts CloudFront and AWS WAF in front of them. It needs `vaultCertificateArn`',
    without: 'the pages are reached directly, and the output `EmbeddedPagesEdge` says so',
    example: 'cards.shop.example',
    whenChanged:
      'CloudFront stops serving the card form at this domain: shops that embed it take no cards.',
    whenAdded:
      'The pages refuse every request that does not come through CloudFront: shops have to embed them from the new domain.',
  }),
  vaultCertificateArn: setting(
    text(
      /^arn:[\w-]+:acm:us-east-1:\d{12}:certificate\/[\w-]+$/,
      'the ARN of a certificate in us-east-1',
    ),
    {
      description: 'the certificate of `vaultDomain`, in us-east-1, where CloudFront looks for it',
      without: 'no `vaultDomain`',
      example: 'arn:aws:acm:us-east-1:123456789012:certificate/12ab-34cd',
      whenChanged: 'Callers of the `vaultDomain` get another certificate, or none.',
    },
  ),
  region: setting(region, {
    description:
      'the Region of the deployment, which must be that of the credentials: a deployment with other credentials is refused',
    without: 'the Region of the credentials',
    example: 'eu-west-1',
    whenChanged: 'The deployment is another one, in another Region.',
    isRecorded: false,
  }),
  vaultAuditors: settingWithDefault(
    list(
      /^arn:[\w-]+:iam::\d{12}:(role|user)\/([\w+=.@-]+\/)*[\w+=.@-]+\*?$/,
      'ARNs of roles or users, with commas between them',
    ),
    [],
    {
      description:
        'ARNs of roles and users who may read the audit trail of the vault: an array in the file, with commas after `-c`. A name may end in `*`',
      without: 'people of the account who signed in with a second factor',
      example: ['arn:aws:iam::123456789012:role/auditor'],
      whenChanged: 'Other people may read the audit trail of the vault.',
      whenAdded:
        'Only these roles and users may read the audit trail of the vault: others of the account cannot any more.',
    },
  ),
  vaultAccount: setting(accountNumber, {
    description:
      'the number of an account for the vault alone, in the same Region: its stacks go there, and those of the switch to `switchAccount` ([a vault in an account of its own](vault-account.md)). Choose it before the first card: stored cards do not move. It needs `switchAccount` and `vaultDomain`',
    without: 'one account has everything',
    example: '222222222222',
    whenChanged:
      'The switch looks for its cards in another account. Saved cards and open payments with a card stay in the vault before.',
    whenAdded:
      'The switch looks for its cards in another account. Saved cards and open payments with a card stay in the vault before.',
  }),
  switchAccount: setting(accountNumber, {
    description: 'the number of the account of the switch, beside a `vaultAccount`',
    without: 'the account of the credentials',
    example: '111111111111',
    whenChanged: 'The vault lets in the functions of another account, and those before no more.',
  }),
  refundsPerPayment: settingWithDefault(wholeNumber(1, maxRefunds), 10, {
    description: `1 to ${maxRefunds}: a payment with this number of refunds may have one more`,
    without: '10, as with Hyperswitch; `REFUNDS_PER_PAYMENT` states it for `npm start`',
    example: 20,
    whenChanged: 'Merchants can refund a payment more often, or less often.',
  }),
  listSeconds: settingWithDefault(wholeNumber(1, mostListSeconds), listWindowSeconds, {
    description: `1 to ${mostListSeconds}: the seconds for which changes are gathered before they are listed. Lists and their totals are behind by so much, and cost less the longer it is ([cost](cost.md)). An entity itself is always read as it is`,
    without: `${listWindowSeconds}`,
    example: 10,
    whenChanged: 'Lists are behind by more seconds, or by fewer.',
  }),
  groupedAlarms: settingWithDefault(onOff, 'on', {
    description:
      '`off`: each alarm publishes by itself, without the composite alarms ([cost](cost.md)). An outage then wakes once for each alarm that it sets off, webhooks wake also while payments are in trouble, and the command `silence` of the runbooks has no effect',
    without: '`on`: four composite alarms publish, each once for all alarms of its concern',
    example: 'off',
    whenChanged: 'Composite alarms publish again, in place of each alarm.',
    whenAdded:
      'The composite alarms go, and each alarm publishes by itself: one outage wakes more than once.',
  }),
  dashboards: settingWithDefault(onOff, 'on', {
    description:
      '`off`: no dashboards, which cost $3 a month each beyond the first three of an account ([cost](cost.md)). Metrics and alarms stay',
    without: '`on`: the dashboards `business` and `machinery`',
    example: 'off',
    whenChanged: 'The dashboards are there again, with all that was measured meanwhile.',
    whenAdded: 'The dashboards go. Nothing that they show is lost.',
  }),
  runbooks: settingWithDefault(
    text(/^[\w:/.-]{1,200}$/, 'the address of a folder'),
    'docs/runbooks',
    {
      description:
        'the address of a folder where your operators read [the runbooks](runbooks/README.md); each alarm links its page there',
      without: '`docs/runbooks`',
      example: 'https://wiki.example.com/runbooks',
      whenChanged: 'Alarms link their runbooks at another place.',
    },
  ),
  docsUrl: setting(httpsAddress, {
    description:
      'the address of a folder where developers read [the page on errors](errors.md) as `errors`: each refusal then has a `doc_url` beside its `hint`',
    without: 'refusals have no `doc_url`',
    example: 'https://docs.shop.example',
    whenChanged: 'Refusals link the page on errors at another place, or no longer do.',
  }),
  shift: setting(choice('gradual', 'at-once', 'off'), {
    description:
      '`gradual`: a new version of a function that moves money gets a tenth of its requests for five minutes, and is rolled back when it or the API fails meanwhile; `at-once`: it gets all requests at once, and no alarm takes it back afterwards; `off`: it takes over without CodeDeploy, for [one deployment while the API fails](runbooks/deploy-while-failing.md)',
    without: '`gradual` in production, `at-once` in a sandbox',
    example: 'at-once',
    whenChanged: 'New versions take over otherwise.',
    isRecorded: false,
  }),
  fixedAddress: settingWithDefault(onOff, 'off', {
    description:
      '`on`: requests to processors and merchants leave by one address, the output `OutgoingAddress` of the stack `turnout-STAGE-network`, for $36.50 a month in us-east-1 and $0.045 a GB. The address is in one zone of the Region: when that zone fails, no processor can be reached',
    without: '`off`: any address of AWS',
    example: 'on',
    whenChanged:
      'The address is released, and cannot be had back. Processors and merchants that allow only this address refuse requests.',
    whenAdded: 'Requests to processors and merchants leave by another address from now on.',
  }),
  tableName: setting(text(/^[\w.-]{3,255}$/, 'the name of a restored table'), {
    description:
      'a table that was [restored](runbooks/restore.md). All functions use it in place of the table of the stack, which stays as it is. It needs `tableStreamArn`; `npx turnout restore` prints both',
    without: 'the table of the stack `turnout-STAGE-data`',
    example: 'turnout-restored-2026-02-01',
    whenChanged:
      'Everything reads and writes another table from now on. Payments that only this table has are not found.',
    whenAdded:
      'Everything reads and writes this table from now on, in place of the one that is in service.',
  }),
  tableStreamArn: setting(
    text(
      /^arn:[\w-]+:dynamodb:[\w-]+:\d{12}:table\/[\w.-]+\/stream\/[\w:.-]+$/,
      'the ARN of the stream of tableName; npx turnout restore prints both',
    ),
    {
      description: 'the stream of `tableName`',
      without: 'the stream of the table of the stack',
      example:
        'arn:aws:dynamodb:eu-west-1:123456789012:table/turnout-restored-2026-02-01/stream/2026-02-01T00:00:00.000',
      whenChanged: 'Lists, webhooks and syncs follow another table.',
      whenAdded: 'Lists, webhooks and syncs follow this table.',
    },
  ),
  backups: settingWithDefault(choice('weekly', 'off'), 'off', {
    description:
      '`weekly`: AWS Backup copies the table each Sunday, and keeps each copy for 35 days in a backup vault with a lock, which has to be opened before a copy can be deleted. Five copies are kept, at $0.10 a GB and month each in us-east-1 ([why](decisions/0048-backups-and-restored-tables.md))',
    without:
      '`off`: the table can be restored to any second of the last 35 days, for as long as it exists',
    example: 'weekly',
    whenChanged: 'No further copies of the table are made.',
  }),
  replicaRegion: setting(regionSuchAs('eu-central-1'), {
    description:
      'another Region that gets a copy of the table, its key and the files within seconds, for [the loss of the Region](runbooks/loss-of-a-region.md). Cards in the vault are not copied. Each write of the table is paid a second time, and the data is stored twice ([cost](cost.md)). The first deployment of a stage goes without it',
    without: 'all data is in one Region',
    example: 'eu-central-1',
    whenChanged:
      'The replica of the table in the Region before is deleted with its data; DynamoDB refuses that in production, where replicas are protected against deletion. The stack `turnout-STAGE-standby` stays there until you delete it.',
    whenAdded:
      "A file that a merchant deletes stays for a day as a version, in both Regions. Tables and files of all merchants are also stored in the other Region: hold that against your contracts and your customers' law.",
  }),
  takesOverFrom: setting(region, {
    description:
      'the Region that was lost: this deployment takes over [its replica](runbooks/loss-of-a-region.md) with `tableName` and `tableStreamArn`, which `npx turnout restore replica` prints, and uses the key and the files that stood by',
    without: 'the deployment has a key, a table and files of its own',
    example: 'eu-central-1',
    whenChanged:
      "Everything uses another key and other files: merchants' stored credentials cannot be decrypted.",
    whenAdded:
      "Everything uses another key and other files: merchants' stored credentials cannot be decrypted.",
  }),
  merchantRate: setting(wholeNumber(1, mostOfMerchant), {
    description: `1 to ${mostOfMerchant}: the requests a second that each merchant may send, on average over ten seconds; more are answered with 429, \`HE_00\` and \`Retry-After\`. An account with \`requests_per_second\` has a rate of its own. Each container may let a hundredth more pass, at least 5 requests, and those of one second`,
    without:
      '100 in production, no limit for a merchant in a sandbox; the whole API takes [4,503 a second](#rates-and-shares)',
    example: 200,
    whenChanged: 'Merchants may send more requests, or fewer.',
    whenAdded: 'Merchants who send more requests than this are answered with 429.',
  }),
  apiLimit: setting(
    text(
      /^[1-9]\d{3,6}\/([5-9]\d\d|[1-9]\d{3,6})$/,
      'requests a second and at once, such as 10000/5000, and at least 1000/500',
    ),
    {
      description:
        "the account's limit of API Gateway in the Region, as requests a second and at once, such as `20000/10000`. The rates of the deployment are nine tenths of it together ([rates and shares](#rates-and-shares)). `npx turnout deploy` asks the account; state it for other commands",
      without: "the answer of the account, or else AWS's default of the Region",
      example: '20000/10000',
      whenChanged: 'The API lets through more requests, or fewer.',
      isRecorded: false,
    },
  ),
  keepWarm: settingWithDefault(wholeNumber(0, mostKeptWarm), 0, {
    description: `1 to ${mostKeptWarm}: the containers that are kept ready for each function for which a payer waits (create, confirm, and the return from a bank's page), for $2.19 a month each ([cost](cost.md))`,
    without: '0',
    example: 2,
    whenChanged: 'Payers wait for the start of a container more often, or less often.',
  }),
  keylessConcurrency: settingWithDefault(wholeNumber(0, mostKeylessConcurrency), 0, {
    description: `1 to ${mostKeylessConcurrency}: the containers of each function without a key (incoming webhooks, returns from banks, pages, ${keylessFunctions} in all) that may run at once, so that payments always have the rest of the account's. Requests beyond are answered with 503. The quota of the account needs ${keylessFunctions} times the number to spare ([rates and shares](#rates-and-shares))`,
    without: '0: functions that need no key may run as often at once as the account allows',
    example: 10,
    whenChanged:
      'Functions that need no key may run more often at once, or less often: webhooks, returns and pages beyond are answered with 503.',
    whenAdded:
      'Webhooks of processors, returns from banks and pages beyond this number at once are answered with 503.',
  }),
  expectedRate: settingWithDefault(wholeNumber(1, mostPayments), usualRate, {
    description: `1 to ${mostPayments}: the payments a second that the deployment is sized for: the functions of its queues, the units of its tables from the first moment, and the quotas of the account ([size](scale.md)). \`npx turnout deploy --dry-run\` prints them with the bill`,
    without: `${usualRate}`,
    example: 100,
    whenChanged:
      'Queues get more functions, or fewer, and tables are made ready for more. They stay ready: AWS takes no lower number.',
  }),
  cell: setting(cellName, {
    description:
      'the name of this deployment in [the map of cells](scale.md#beyond-one-deployment-cells): one of several deployments, each with merchants of its own. `expectedRate`, `region`, `vaultAccount` and `switchAccount` are then those of the map, and a deployment with credentials of another account or Region is refused. Alarms and the output `Cell` of the stack `turnout-STAGE-data` name it',
    without: 'the deployment is the only one',
    example: 'eu-1',
    whenChanged:
      'The deployment is another cell, and the edge sends it other merchants: those that it has are not found elsewhere.',
  }),
  cells: settingWithDefault(
    text(/^[\w./ -]{1,200}\.json$/, 'the path of a JSON file'),
    'cells.json',
    {
      description: 'the file with the map of cells, which `cell` is looked for in',
      without: '`cells.json`, beside the settings file',
      example: 'cells.json',
      whenChanged: 'The map is read from another file.',
      isRecorded: false,
    },
  ),
  steadyRate: settingWithDefault(wholeNumber(0, mostPayments), 0, {
    description: `1 to ${mostPayments}: the payments a second that always come. The table then has provisioned capacity for them at least, and for \`expectedRate\` at most: for evenly spread payments units cost less than half ([cost](cost.md)). Traffic that doubles within minutes is throttled until the capacity has followed. A restored table (\`tableName\`) keeps its own capacity`,
    without: '0: on-demand capacity, for which only used units are paid',
    example: 2,
    whenChanged:
      'The capacity of the table has another least value, or is on-demand again. AWS allows the change to on-demand four times a day.',
    whenAdded:
      'The table has provisioned capacity: traffic that grows faster than it, or above expectedRate, is throttled.',
  }),
  accountConcurrency: settingWithDefault(wholeNumber(10, mostConcurrency), usualConcurrency, {
    description: `10 to ${mostConcurrency}: the functions that the account may run at once in the Region. At most half of them wait for one processor: further payments there are answered at once as not sent, and may go to the next connector ([why](decisions/0039-how-a-processor-is-reached.md)). \`npx turnout deploy\` asks the account; state it for other commands`,
    without: `the answer of the account, or else ${usualConcurrency}, AWS's usual limit`,
    example: 2_000,
    whenChanged: 'More functions may wait for one processor that is slow, or fewer.',
    isRecorded: false,
  }),
  codeSigningConfig: setting(
    text(
      /^arn:[\w-]+:lambda:[\w-]+:\d{12}:code-signing-config:csc-[a-z0-9]{17}$/,
      'the ARN of a code signing config of Lambda',
    ),
    {
      description:
        'the code signing config by which Lambda checks the code of every function, in a deployment too. The code has to be [signed before the deployment](card-keys.md#signed-code)',
      without: 'Lambda accepts any code from a person who may change a function',
      example: 'arn:aws:lambda:eu-west-1:123456789012:code-signing-config:csc-0123456789abcdef0',
      whenChanged: 'Lambda holds code against other profiles of signers, or against none.',
      whenAdded: 'Lambda refuses code that is not signed: a deployment of such code fails.',
    },
  ),
  logAddresses: settingWithDefault(onOff, 'on', {
    description:
      "`off`: neither the lines of requests nor the access logs name the caller's IP address, which PCI DSS 10.2.2 requires and which is personal data",
    without: '`on`',
    example: 'off',
    whenChanged: "The log names callers' addresses, or no longer does.",
  }),
  sharedKeys: settingWithDefault(onOff, 'on', {
    description:
      "`off`: each operator has a key of its own, made by [`npx turnout keys`](keys.md#rotating-keys). The key that operators share and the vault's master key are refused, and no function may read them, as PCI DSS 8.2.1 and 8.2.2 ask. The next release has no shared keys",
    without: '`on`: the shared keys are valid beside those of operators',
    example: 'off',
    whenChanged: "The key that operators share and the vault's master key are valid again.",
    whenAdded:
      "The key that operators share and the vault's master key are refused. Programs that send them need keys of their own first.",
  }),
  traces: settingWithDefault(onOff, 'off', {
    description:
      '`on`: X-Ray traces functions, for $5 a million below one invocation a second ([cost](cost.md))',
    without: '`off`',
    example: 'on',
    whenChanged: 'X-Ray traces no function any more.',
  }),
  traceSampling: settingWithDefault(share, 0, {
    description:
      "0 to 1: the share of requests that are [traced](decisions/0044-traces.md) in the log, from the request to the merchant's server",
    without: '0; `TRACE_SAMPLING` states it for `npm start`',
    example: 0.05,
    whenChanged: 'Another share of the requests is traced in the log.',
  }),
};

export type SettingName = keyof typeof declared;
type ValueOf<Name extends SettingName> =
  (typeof declared)[Name]['kind'] extends Kind<infer Value> ? Value : never;
type DefaultOf<Name extends SettingName> = (typeof declared)[Name]['default'];

/** The value of a setting in the app: its default where it is not given. */
export type SettingValue<Name extends SettingName> = ValueOf<Name> | DefaultOf<Name>;

/**
 * Every setting of a deployment but `connectorUrl.NAME`, in the order of the page for operators.
 */
export const settings: { readonly [Name in SettingName]: Setting<ValueOf<Name>, DefaultOf<Name>> } =
  declared;

export const settingNames: readonly SettingName[] = namesOf(declared);

export const isSettingName = (name: string): name is SettingName => Object.hasOwn(settings, name);

/** The beginning of the settings that state a base URL: `connectorUrl.stripe`. */
export const connectorUrlPrefix = 'connectorUrl.';

/** The description of `connectorUrl.NAME`, for each connector. */
export const connectorUrl: Setting<string, undefined> = setting(
  {
    schema: v.pipe(v.string(), v.regex(/^(sandbox|https?:\/\/[^\s?#@]+)$/)),
    ofText: (given) => given,
    rule: 'an https address without a query, or sandbox',
  },
  {
    description:
      "a base URL in place of the processor's own, for the connector of that name; a name of no [connector](connectors.md) is refused. `sandbox` means the [sandbox processor](test-payment-methods.md#stripes-api), which offers the API of `stripe`",
    without:
      "the processor's test or live addresses. `npm start` has `stripe=sandbox`; `CONNECTOR_URLS` states others",
    example: 'https://api.processor.example/',
    whenChanged: 'Requests to this processor go to another address.',
    whenAdded: 'Requests to this processor go to this address from now on.',
  },
);

/** `Object.keys`, but with the type of the names. */
function namesOf<Name extends string>(record: Readonly<Record<Name, unknown>>): readonly Name[] {
  const names: Name[] = [];
  for (const name in record) names.push(name);
  return names;
}
