import { globSync } from 'node:fs';
import * as v from 'valibot';
import { pages, prose, root, textOf } from '../support/documents/documentation.ts';

const kinds = 'ts,tsx,mjs,cjs,js,json,yml,yaml,sh,html,css,bru,grit,txt';
const sources = globSync(
  [
    `{.github,bench,bin,collection,console,examples,functions,lib,local,packages,scripts,shared,site,test,tools}/**/*.{${kinds}}`,
    ...['*.{json,mjs,yaml}', 'docs/*.json', 'docs/runbooks/*.sh'],
  ],
  { cwd: root, exclude: (path) => path.endsWith('node_modules') },
);
const code = sources
  // The names of this file are those that the repository does not have.
  .filter((file) => !file.endsWith('named-things.test.ts'))
  .map(textOf)
  .join('\n');
const words = new Set(code.match(/[A-Za-z_$][\w$]*/g));

/** Log lines have the names of their fields in snake case, and the code in camel case. */
const inCamelCase = (name: string) => name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());

/** Names of others, which no code of ours has, by the programs that have them. */
const elsewhere: Readonly<Record<string, readonly string[]>> = {
  'packages of npm that a decision weighed': ['cockatiel', 'opossum', 'jest-light-runner'],
  'programs that a workflow may run': ['actionlint'],
  AWS: [
    ...['CommonRuleSet', 'KnownBadInputsRuleSet', 'Enforce', 'Warn', 'ReadOnlyAccess'],
    ...['IN_PROGRESS', 'EnableTerminationProtection', 'AWSRevokeOlderSessions'],
    ...['targetTableName', 'KMSAccessDenied', 'account must be verified'],
  ],
  'the CDK, by the path of a construct': ['Data.BackupsVault'],
  React: ['StrictMode'],
  Google: ['gatewayservices'],
  Worldpay: ['Event-Signature'],
  Stripe: ['Stripe-Signature', 'stripe listen', 'stripe trigger'],
};
const others = new Set(Object.values(elsewhere).flat());

const quoted = (page: string, pattern: string) =>
  [...prose(page).matchAll(new RegExp(`\`(${pattern})\``, 'g'))].map(([, name = '']) => name);

const isKnown = (name: string) =>
  others.has(name) || words.has(name) || words.has(inCamelCase(name));

it.each(pages)('each name between back quotes in %s is a name in code', (page) => {
  const names = quoted(page, '[A-Za-z]\\w*[A-Za-z0-9]');
  expect(names.filter((name) => !isKnown(name))).toEqual([]);
});

/** The blocks of a page in one of these languages. */
const blocks = (page: string, languages: string) =>
  [
    ...textOf(page).matchAll(
      new RegExp(`^ *\`\`\`(?:${languages})\\n([\\s\\S]*?)^ *\`\`\`$`, 'gm'),
    ),
  ].map(([, block = '']) => block);

it.each(pages)('each name in a program and each member of JSON in %s is a name in code', (page) => {
  const named = blocks(page, 'ts|tsx|js').flatMap(
    (block) => block.replaceAll(/'[^'\n]*'|\/\/.*/g, '').match(/[A-Za-z_$][\w$]{3,}/g) ?? [],
  );
  const members = blocks(page, 'json').flatMap((block) =>
    [...block.matchAll(/"(\w+)":/g)].map(([, member = '']) => member),
  );
  expect([...named, ...members].filter((name) => !isKnown(name))).toEqual([]);
});

const files = new Set(globSync('**/*.*', { cwd: root }).map((file) => file.replace(/.*\//, '')));

/** A name of several parts: as it stands in code, the name of a file, or with parts of which each does. */
function isKnownInParts(name: string): boolean {
  if (others.has(name) || code.includes(name) || files.has(name)) return true;
  // The names of stacks have a placeholder for the stage.
  if (/^turnout-STAGE-/.test(name)) return code.includes(name.replace('turnout-STAGE-', ''));
  return !name.includes('-') && name.split('.').every(isKnown);
}

it.each(pages)('each name with dots or dashes in %s is a name in code, or a file', (page) => {
  const names = quoted(page, '[A-Za-z]\\w*(?:[.-][A-Za-z]\\w*)+');
  expect(names.filter((name) => !isKnownInParts(name))).toEqual([]);
});

/** Words that begin a command line. */
const programs =
  /^(?:apt|aws|bash|cdk|cp|curl|docker|du|find|git|java|kill|node|npm|npx|rm|setopt|sh|time) /;
const ofRunbooks = [...textOf('docs/runbooks/commands.sh').matchAll(/^([a-z_]+)\(\)/gm)].map(
  ([, name]) => name,
);

it.each(pages)('each phrase between back quotes in %s is a text in code', (page) => {
  const phrases = quoted(page, "[a-z][a-z]+(?: [a-z0-9:,'-]+)+").filter(
    (phrase) => !programs.test(phrase) && !ofRunbooks.includes(phrase.split(' ')[0] ?? ''),
  );
  const unknown = phrases.filter((phrase) => !others.has(phrase) && !code.includes(phrase));
  expect(unknown.filter((phrase) => !isCommand(phrase))).toEqual([]);
});

const { scripts } = v.parse(
  v.object({ scripts: v.record(v.string(), v.string()) }),
  JSON.parse(textOf('package.json')),
);
const table = textOf('scripts/turnout/commands.ts');

/** The files of a command of turnout; undefined for an unknown command. */
function filesOfCommand(name: string): readonly string[] | undefined {
  const [, row] = new RegExp(`^ +'?${name}'?: (\\{.*?\\}),$`, 'ms').exec(table) ?? [];
  return row === undefined
    ? undefined
    : [...row.matchAll(/import\('\.\/([\w-]+\.ts)'\)/g)].map(
        ([, file]) => `scripts/turnout/${file}`,
      );
}

/** The file of a script of npm, where it is one of ours; undefined for an unknown script. */
function filesOfScript(name: string): readonly string[] | undefined {
  const script = scripts[name];
  return script?.match(/(?:scripts|bench|test\/prove)\/[\w/-]+\.ts/g) ?? (script ? [] : undefined);
}

/** A command without `npx turnout`, such as `trigger --help`. */
const isCommand = (phrase: string) => filesOfCommand(phrase.split(' ')[0] ?? '') !== undefined;

/** Options that a command passes on to a program of others. */
const passedOn: Readonly<Record<string, readonly string[]>> = {
  deploy: ['concurrency', 'force', 'output', 'yes'],
  synth: ['output'],
};
/** Commands of earlier releases, and a mistyped one. */
const gone = new Set(['npm run validate', 'npm run deploy', 'npm run cost', 'npx turnout lissten']);

/** The commands of a page with their options, from its sentences and its blocks of code. */
const commandLines = (page: string) =>
  [
    ...textOf(page)
      .replaceAll(/\\\n\s*/g, '')
      .matchAll(/(npm run(?: -s)?|npx turnout) ([a-z][\w-]*)([^`\n|;&#]*)/g),
  ].map(([, by = '', name = '', rest = '']) => ({
    by: by.startsWith('npm') ? 'npm run' : 'npx turnout',
    name,
    options: [...rest.matchAll(/(?<=\s)--([a-z][\w-]*)/g)].map(([, option = '']) => option),
  }));

function unknownIn({ by, name, options }: ReturnType<typeof commandLines>[number]) {
  const command = `${by} ${name}`;
  if (gone.has(command)) return [];
  const found = by === 'npm run' ? filesOfScript(name) : filesOfCommand(name);
  if (found === undefined) return [command];
  const text = found.map(textOf).join('\n');
  const isOption = (option: string) =>
    ['help', 'json'].includes(option) ||
    passedOn[name]?.includes(option) ||
    new RegExp(`--${option}\\b|^ +'?${option}'?: (?:'|\\{)`, 'm').test(text);
  return options.filter((one) => !isOption(one)).map((one) => `${command} --${one}`);
}

it.each(pages)('each command of npm and turnout in %s exists, with its options', (page) => {
  expect(commandLines(page).flatMap(unknownIn)).toEqual([]);
});

it('a command, an option and a name that do not exist are found', () => {
  const unknown = (line: string) => {
    const [, by = '', name = '', option] = /^(np\w \w+) ([\w-]+)(?: --([\w-]+))?/.exec(line) ?? [];
    return unknownIn({ by, name, options: option === undefined ? [] : [option] });
  };
  expect(unknown('npm run opnapi')).toEqual(['npm run opnapi']);
  expect(unknown('npx turnout lists --help')).toEqual([]);
  expect(unknown('npx turnout drill --sed')).toEqual(['npx turnout drill --sed']);
  expect(isKnown('largest' + 'Item')).toBe(false);
  expect(pages.flatMap(commandLines).length).toBeGreaterThan(150);
});
