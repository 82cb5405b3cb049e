import type { Json, JsonObject } from '../../../local/assembly/json.ts';
import {
  concerns,
  matchesArn,
  matchesPattern,
  namesRole,
  parsePolicy,
} from '../../../local/iam/policy.ts';

const one = (statement: JsonObject) => {
  const [parsed] = parsePolicy({ Statement: [{ Effect: 'Allow', ...statement }] }, 'a policy');
  if (!parsed) throw new Error('No statement.');
  return parsed;
};
const table = 'arn:aws:dynamodb:eu-west-1:000000000000:table/ledger';

describe('a statement applies to a request', () => {
  it.each<[string, JsonObject, string, string, boolean]>([
    [
      'the exact action and resource',
      { Action: 'dynamodb:GetItem', Resource: table },
      'dynamodb:GetItem',
      table,
      true,
    ],
    [
      'another action',
      { Action: 'dynamodb:GetItem', Resource: table },
      'dynamodb:PutItem',
      table,
      false,
    ],
    [
      'another table that begins alike',
      { Action: 'dynamodb:*', Resource: table },
      'dynamodb:GetItem',
      `${table}2`,
      false,
    ],
    [
      'an index, when only the table is named',
      { Action: 'dynamodb:*', Resource: table },
      'dynamodb:Query',
      `${table}/index/x`,
      false,
    ],
    [
      'an index by wildcard',
      { Action: 'dynamodb:Query', Resource: `${table}/index/*` },
      'dynamodb:Query',
      `${table}/index/x`,
      true,
    ],
    [
      'an action in other letters',
      { Action: 'DynamoDB:getitem', Resource: '*' },
      'dynamodb:GetItem',
      table,
      true,
    ],
    [
      'an action by wildcard',
      { Action: ['kms:GenerateDataKey*'], Resource: '*' },
      'kms:GenerateDataKeyWithoutPlaintext',
      'k',
      true,
    ],
    [
      'one unknown letter',
      { Action: 'sqs:?endMessage', Resource: '*' },
      'sqs:SendMessage',
      'q',
      true,
    ],
    [
      'all but an action',
      { NotAction: 'dynamodb:*', Resource: '*' },
      'dynamodb:GetItem',
      table,
      false,
    ],
    [
      'all but a resource',
      { Action: '*', NotResource: table },
      'dynamodb:GetItem',
      `${table}2`,
      true,
    ],
  ])("a policy's statement applies: %s", (_, statement, action, resource, expected) => {
    expect(concerns(one(statement), { action, resource })).toBe(expected);
  });
});

describe('a condition holds', () => {
  it.each<[string, JsonObject, Record<string, string[]>, boolean]>([
    [
      'equal text',
      { StringEquals: { 'kms:ViaService': 'sqs' } },
      { 'kms:ViaService': ['sqs'] },
      true,
    ],
    [
      'other text',
      { StringEquals: { 'kms:ViaService': 'sqs' } },
      { 'kms:ViaService': ['dynamodb'] },
      false,
    ],
    [
      'one of several',
      { StringEquals: { 'kms:ViaService': ['a', 'b'] } },
      { 'kms:ViaService': ['b'] },
      true,
    ],
    ['a key that is absent', { StringEquals: { 'kms:ViaService': 'sqs' } }, {}, false],
    [
      'an absent key, where that is fine',
      { StringEqualsIfExists: { 'kms:ViaService': 'sqs' } },
      {},
      true,
    ],
    [
      'unequal text',
      { StringNotEquals: { 'kms:ViaService': 'sqs' } },
      { 'kms:ViaService': ['x'] },
      true,
    ],
    ['unequal to an absent key', { StringNotEquals: { 'kms:ViaService': 'sqs' } }, {}, true],
    [
      'text by wildcard',
      { StringLike: { 'kms:EncryptionContext:merchant': 'mer_*' } },
      { 'kms:EncryptionContext:merchant': ['mer_1'] },
      true,
    ],
    [
      'a key in other letters',
      { StringEquals: { 'KMS:viaservice': 'sqs' } },
      { 'kms:ViaService': ['sqs'] },
      true,
    ],
    [
      'an ARN by wildcard',
      { ArnLike: { 'aws:PrincipalArn': 'arn:aws:iam::*:role/vault-*' } },
      { 'aws:PrincipalArn': ['arn:aws:iam::1:role/vault-x'] },
      true,
    ],
    [
      'true',
      { Bool: { 'aws:SecureTransport': 'true' } },
      { 'aws:SecureTransport': ['true'] },
      true,
    ],
    [
      'false',
      { Bool: { 'aws:SecureTransport': 'false' } },
      { 'aws:SecureTransport': ['true'] },
      false,
    ],
    ['absence', { Null: { 'kms:ViaService': 'true' } }, {}, true],
    ['presence', { Null: { 'kms:ViaService': 'false' } }, {}, false],
    [
      'all values among those',
      { 'ForAllValues:StringEquals': { 'dynamodb:LeadingKeys': ['a', 'b'] } },
      { 'dynamodb:LeadingKeys': ['a', 'c'] },
      false,
    ],
    [
      'all of no values',
      { 'ForAllValues:StringEquals': { 'dynamodb:LeadingKeys': ['a'] } },
      {},
      true,
    ],
    [
      'any value among those',
      { 'ForAnyValue:StringEquals': { 'dynamodb:LeadingKeys': ['a'] } },
      { 'dynamodb:LeadingKeys': ['b', 'a'] },
      true,
    ],
    [
      'any of no values',
      { 'ForAnyValue:StringEquals': { 'dynamodb:LeadingKeys': ['a'] } },
      {},
      false,
    ],
    [
      'every condition or none',
      { StringEquals: { 'kms:ViaService': 'a', 'kms:CallerAccount': '1' } },
      { 'kms:ViaService': ['a'] },
      false,
    ],
  ])("a policy's condition is true: %s", (_, Condition, context, expected) => {
    const statement = one({ Action: '*', Resource: '*', Condition });
    expect(concerns(statement, { action: 'kms:Decrypt', resource: 'k', context })).toBe(expected);
  });

  it.each<[string, JsonObject]>([
    ['operator', { NumericLessThan: { 'kms:ViaService': '1' } }],
    ['key', { StringEquals: { 'aws:SourceIp': '10.0.0.1' } }],
  ])('a condition with an unknown %s is refused rather than ignored', (_, Condition) => {
    expect(() => one({ Action: '*', Resource: '*', Condition })).toThrow('is not supported');
  });
});

describe('a resource policy names a role', () => {
  const role = 'arn:aws:iam::000000000000:role/reader';
  it.each<[string, Json, string | undefined]>([
    ['itself', { AWS: role }, 'direct'],
    ['as anybody', '*', 'direct'],
    ['through its account', { AWS: 'arn:aws:iam::000000000000:root' }, 'account'],
    ['not, when it names another role', { AWS: `${role}2` }, undefined],
    ['not, when it names a service', { Service: 'sqs.amazonaws.com' }, undefined],
  ])('a resource policy names a role: %s', (_, Principal, expected) => {
    expect(namesRole(one({ Action: '*', Resource: '*', Principal }), role)).toBe(expected);
  });
});

it('a wildcard stays within its part of an ARN, where ARNs are compared', () => {
  expect(matchesArn('arn:aws:iam::*:role/a', 'arn:aws:iam::1:role/a')).toBe(true);
  expect(matchesArn('arn:*:role/a', 'arn:aws:iam::1:role/a')).toBe(false);
  expect(matchesPattern('a.c', 'abc')).toBe(false);
});
