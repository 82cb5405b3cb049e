import type { TraceLine } from '../../../local/iam/access-trace.ts';
import { type Fixture, type Started, startFixture, synthesizeFixture } from '../fixture-app.ts';

const trace: TraceLine[] = [];
let fixture: Fixture;
let started: Started;
beforeAll(async () => {
  fixture = synthesizeFixture();
  started = await startFixture(fixture, { accessTrace: (line) => trace.push(line) });
});
afterAll(async () => {
  await started.assembly.stop();
  fixture.remove();
});

type Decision = Extract<TraceLine, { kind: 'decision' }>;
const decisionsIn = (lines: readonly TraceLine[]) =>
  lines.filter((line): line is Decision => line.kind === 'decision');
const documents = () =>
  new Map(trace.flatMap((line) => (line.kind === 'policy' ? [[line.id, line.document]] : [])));

/** The decisions on the calls of a command of a function, but for those on its log. */
async function decisionsOn(who: string, command: string, input: object): Promise<Decision[]> {
  const from = trace.length;
  await started.assembly.invoke(who, { command, input });
  const role = started.assembly.inside.functions.find(({ logicalId }) => logicalId === who);
  return decisionsIn(trace.slice(from)).filter(
    ({ principal, action }) => principal === role?.roleArn && !action.startsWith('logs:'),
  );
}

const key = { pk: { S: 'one' } };
const ledger = 'arn:aws:dynamodb:eu-west-1:000000000000:table/fixture-data-Ledger';

it('an allowed call in a function’s thread is traced with its role, its context and the matching grant', async () => {
  const get = { TableName: '$LEDGER', Key: key };
  const [decision, ...others] = await decisionsOn('Reader', 'GetItem', get);
  expect(others).toEqual([]);
  expect(decision).toMatchObject({
    thread: expect.stringMatching(/^host-\d+$/),
    principal: expect.stringMatching(/^arn:aws:iam::000000000000:role\/fixture-work-Reader/),
    action: 'dynamodb:GetItem',
    resource: ledger,
    decision: 'allow',
    withheld: [],
    context: {
      'aws:PrincipalArn': [decision?.principal],
      'aws:SecureTransport': ['true'],
      'dynamodb:LeadingKeys': ['one'],
    },
  });
  const [matched] = decision?.matched ?? [];
  expect(decision?.identityPolicies).toContain(matched?.policy);
  const document = documents().get(matched?.policy ?? '');
  expect(Reflect.get(Object(document?.Statement), matched?.statement ?? -1)).toMatchObject({
    Effect: 'Allow',
    Action: expect.stringContaining('dynamodb:GetItem'),
  });
});

it('a denied call in a function’s thread is traced with the policies that do not allow it', async () => {
  const put = { TableName: '$LEDGER', Item: key };
  const decisions = await decisionsOn('Reader', 'PutItem', put);
  expect(decisions).toMatchObject([
    { action: 'dynamodb:PutItem', resource: ledger, decision: 'deny', matched: [] },
  ]);
  expect(decisions[0]?.identityPolicies).not.toEqual([]);
});

it('a decision under a grant that was removed names it, and a policy that is without it only meanwhile', async () => {
  const get = { TableName: '$LEDGER', Key: key };
  const [before] = await decisionsOn('Reader', 'GetItem', get);
  const grant = started.assembly.iam
    .grants()
    .find(
      ({ functionLogicalId, action, resource }) =>
        functionLogicalId === 'Reader' && action === 'dynamodb:GetItem' && resource === ledger,
    );
  if (!grant) throw new Error('The fixture lets its reader read.');
  const { action, resource } = grant;
  const [without] = await started.assembly.iam.without(grant, () =>
    decisionsOn('Reader', 'GetItem', get),
  );
  expect(without).toMatchObject({
    decision: 'deny',
    withheld: [{ action, resource }],
    matched: [],
  });
  expect(without?.identityPolicies).not.toEqual(before?.identityPolicies);
  const [after] = await decisionsOn('Reader', 'GetItem', get);
  expect(after).toMatchObject({ decision: 'allow', withheld: [] });
  expect(after?.identityPolicies).toEqual(before?.identityPolicies);
});

it('a call that the main thread decides is traced as well, with the policy of the key that decides', async () => {
  const ask = async (KeyId: string) => {
    const input = { KeyId, KeySpec: 'AES_256', EncryptionContext: { purpose: 'cards' } };
    const [decision] = await decisionsOn('Trusted', 'TrentService.GenerateDataKey', input);
    return decision;
  };
  const [allowed, denied] = [await ask('alias/box'), await ask('$SHUT')];
  expect(allowed).toMatchObject({
    thread: 'main',
    action: 'kms:GenerateDataKey',
    decision: 'allow',
    resourcePolicies: [expect.stringMatching(/^[0-9a-f]{64}$/)],
    context: { 'kms:EncryptionContext:purpose': ['cards'] },
  });
  expect(denied).toMatchObject({ thread: 'main', decision: 'deny' });
  const concerning = (decision: Decision | undefined) =>
    decision?.matched.map(({ policy }) => decision.resourcePolicies.includes(policy));
  expect(concerning(allowed)).toContain(true);
  expect(concerning(denied)).not.toContain(true);
});

it('each policy stands once, under its id, before the first decision that names it', () => {
  const seen = new Set<string>();
  for (const line of trace) {
    if (line.kind === 'policy') {
      expect(seen.has(line.id)).toBe(false);
      seen.add(line.id);
    } else {
      const named = [...line.identityPolicies, ...line.resourcePolicies];
      expect(named.filter((id) => !seen.has(id))).toEqual([]);
    }
  }
  expect(seen.size).toBeGreaterThan(0);
});

it('each decision follows from its matched statements: a denial decides, then an allowance', () => {
  const all = documents();
  const effects = ({ matched }: Decision) =>
    matched.map(({ policy, statement }) =>
      Reflect.get(Object(Reflect.get(Object(all.get(policy)?.Statement), statement)), 'Effect'),
    );
  for (const decision of decisionsIn(trace)) {
    const those = effects(decision);
    if (decision.decision === 'allow') {
      expect(those).toContain('Allow');
      expect(those).not.toContain('Deny');
    } else if (!decision.resource.includes(':kms:')) {
      expect(those.length === 0 || those.includes('Deny')).toBe(true);
    }
  }
});
