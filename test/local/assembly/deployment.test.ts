import { resolveDeployment } from '../../../local/assembly/deployment.ts';
import type { JsonObject } from '../../../local/assembly/json.ts';
import { localNames } from '../../../local/assembly/physical-names.ts';
import { templateOf } from '../../../local/assembly/template.ts';

const stack = (name: string, template: JsonObject) => ({
  name,
  template: templateOf(template),
  assets: new Map(),
});
const names = localNames('eu-west-1', {
  apiUrl: () => 'http://127.0.0.1:3000',
  queueHost: 'http://127.0.0.1:9',
});
const data = stack('data', {
  Resources: {
    Table: { Type: 'AWS::DynamoDB::Table', Properties: {} },
    Queue: { Type: 'AWS::SQS::Queue', Properties: { FifoQueue: true } },
    Api: { Type: 'AWS::ApiGatewayV2::Api', Properties: { Name: 'shop' } },
  },
  Outputs: {
    Arn: { Value: { 'Fn::GetAtt': ['Table', 'Arn'] }, Export: { Name: 'data:Arn' } },
  },
});

/** The value as the property of a resource in a stack beside the one with the table. */
function resolved(value: JsonObject | string, rest: JsonObject = {}) {
  const Resources = {
    ...(rest.Resources as JsonObject),
    Thing: { Type: 'Test::Thing', Properties: { Value: value } },
  };
  const deployment = resolveDeployment(
    [stack('app', { ...rest, Resources }), data],
    'eu-west-1',
    names,
  );
  // An API has its address once another resource refers to it.
  deployment.ofType('AWS::ApiGatewayV2::Api')[0]?.reference();
  return deployment.ofType('Test::Thing')[0]?.property('Value');
}

const tableArn = 'arn:aws:dynamodb:eu-west-1:000000000000:table/data-Table';

describe('a template’s references become values', () => {
  it.each<[string, JsonObject, unknown]>([
    ['pseudo parameters', { Ref: 'AWS::AccountId' }, '000000000000'],
    ['a parameter’s default', { Ref: 'Stage' }, 'test'],
    ['another stack’s export', { 'Fn::ImportValue': 'data:Arn' }, tableArn],
    [
      'another stack’s output',
      { 'Fn::GetStackOutput': { StackName: 'data', OutputName: 'Arn' } },
      tableArn,
    ],
    [
      'parts joined',
      { 'Fn::Join': ['', ['arn:', { Ref: 'AWS::Partition' }, ':x:', { Ref: 'AWS::Region' }]] },
      'arn:aws:x:eu-west-1',
    ],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: CloudFormation fills these in.
    ['text with variables', { 'Fn::Sub': 'a ${AWS::StackName} ${!kept}' }, 'a app ${kept}'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: CloudFormation fills these in.
    ['variables of its own', { 'Fn::Sub': ['${who}!', { who: { Ref: 'Stage' } }] }, 'test!'],
    [
      'one part of a text',
      { 'Fn::Select': [5, { 'Fn::Split': [':', { 'Fn::ImportValue': 'data:Arn' }] }] },
      'table/data-Table',
    ],
    ['one of two by a condition', { 'Fn::If': ['IsTest', 'yes', 'no'] }, 'yes'],
    ['nothing at all', { a: { Ref: 'AWS::NoValue' }, b: 1 }, { b: 1 }],
    ['a mapping', { 'Fn::FindInMap': ['Sizes', 'small', 'mb'] }, 128],
  ])("a template's value: %s", (_, value, expected) => {
    const rest = {
      Parameters: { Stage: { Type: 'String', Default: 'test' } },
      Mappings: { Sizes: { small: { mb: 128 } } },
      Conditions: {
        IsTest: {
          'Fn::And': [
            { 'Fn::Equals': [{ Ref: 'Stage' }, 'test'] },
            { 'Fn::Not': [{ 'Fn::Equals': [{ Ref: 'AWS::Region' }, 'nowhere'] }] },
          ],
        },
      },
    };
    expect(resolved(value, rest)).toEqual(expected);
  });

  it('an API’s address in the cloud becomes its address on this machine', () => {
    const Api = { Type: 'AWS::ApiGatewayV2::Api', Properties: {} };
    const value = {
      'Fn::Join': [
        '',
        [
          'https://',
          { Ref: 'Api' },
          '.execute-api.',
          { Ref: 'AWS::Region' },
          '.',
          { Ref: 'AWS::URLSuffix' },
          '/v1',
        ],
      ],
    };
    expect(resolved(value, { Resources: { Api } })).toBe('http://127.0.0.1:3000/v1');
    expect(resolved({ 'Fn::GetAtt': ['Api', 'ApiEndpoint'] }, { Resources: { Api } })).toBe(
      'http://127.0.0.1:3000',
    );
  });

  it("a template’s queue has the same name in every run, and a FIFO queue has SQS's suffix", () => {
    const Queue = { Type: 'AWS::SQS::Queue', Properties: { FifoQueue: true } };
    expect(resolved({ Ref: 'Queue' }, { Resources: { Queue } })).toBe(
      'http://127.0.0.1:9/000000000000/app-Queue.fifo',
    );
  });

  it('a template’s resource is left out when its condition is false', () => {
    const Gone = { Type: 'AWS::SQS::Queue', Condition: 'Never' };
    const Conditions = { Never: { 'Fn::Equals': ['a', 'b'] } };
    expect(() => resolved({ Ref: 'Gone' }, { Resources: { Gone }, Conditions })).toThrow(
      'There is no Gone in app.',
    );
  });

  it.each<[string, JsonObject, string]>([
    ['a function it does not know', { 'Fn::Cidr': 'x' }, 'Fn::Cidr is not supported.'],
    ['an attribute it does not know', { 'Fn::GetAtt': ['Queue', 'Mood'] }, 'has no attribute Mood'],
    ['a resource that is not there', { Ref: 'Nobody' }, 'There is no Nobody in app.'],
    ['an export that nobody makes', { 'Fn::ImportValue': 'x' }, 'No stack exports x.'],
  ])("a template with %s is refused with the mistake's name", (_, value, message) => {
    const Queue = { Type: 'AWS::SQS::Queue', Properties: {} };
    expect(() => resolved(value, { Resources: { Queue } })).toThrow(message);
  });
});
