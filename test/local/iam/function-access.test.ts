import { resolveDeployment } from '../../../local/assembly/deployment.ts';
import type { LocalFunction } from '../../../local/assembly/functions.ts';
import type { JsonObject } from '../../../local/assembly/json.ts';
import { localNames } from '../../../local/assembly/physical-names.ts';
import { templateOf } from '../../../local/assembly/template.ts';
import { functionAccess } from '../../../local/iam/function-access.ts';

const region = 'eu-west-1';
const names = localNames(region, { apiUrl: () => '', queueHost: '' });
const arn = `arn:aws:lambda:${region}:000000000000:function:app-Confirm`;
const source = `arn:aws:execute-api:${region}:000000000000:shop/$default/POST/confirm`;

const confirm: LocalFunction = {
  stackName: 'app',
  logicalId: 'Confirm',
  displayName: 'Confirm',
  name: 'app-Confirm',
  arn,
  description: '',
  roleArn: '',
  handler: 'index.handler',
  codeDirectory: '',
  environment: {},
  timeoutMs: 1_000,
  memoryMb: 128,
  reservedConcurrency: undefined,
  mayRecur: false,
  logGroup: '',
  logFormat: 'JSON',
};

/** The permissions where the template allows the API to invoke these. */
function accessWith(permitted: JsonObject | string) {
  const Resources: JsonObject = {
    Confirm: { Type: 'AWS::Lambda::Function', Properties: {} },
    Published: { Type: 'AWS::Lambda::Version', Properties: { FunctionName: { Ref: 'Confirm' } } },
    Live: {
      Type: 'AWS::Lambda::Alias',
      Properties: {
        Name: 'live',
        FunctionName: { Ref: 'Confirm' },
        FunctionVersion: { 'Fn::GetAtt': ['Published', 'Version'] },
      },
    },
    Permission: {
      Type: 'AWS::Lambda::Permission',
      Properties: {
        Action: 'lambda:InvokeFunction',
        FunctionName: permitted,
        Principal: 'apigateway.amazonaws.com',
        SourceArn: `arn:aws:execute-api:${region}:000000000000:shop/*/*/confirm`,
      },
    },
  };
  const deployment = resolveDeployment(
    [{ name: 'app', template: templateOf({ Resources }), assets: new Map() }],
    region,
    names,
  );
  return functionAccess(deployment, [confirm]);
}

describe('an ARN that names an alias or a version', () => {
  it.each([arn, `${arn}:live`, `${arn}:1`, `${arn}:live/invocations`])(
    'an ARN %s finds the function',
    (one) => {
      expect(accessWith({ Ref: 'Confirm' }).find(one)).toBe(confirm);
    },
  );

  it.each<[string, JsonObject, string]>([
    ['an alias', { Ref: 'Live' }, `${arn}:live`],
    ['a function', { 'Fn::GetAtt': ['Confirm', 'Arn'] }, arn],
  ])(
    'an ARN of an alias or a version lets a service invoke %s by the permission for exactly that',
    (_, permitted, invoked) => {
      const { permits } = accessWith(permitted);
      const allowed = [arn, `${arn}:live`, `${arn}:1`].filter((one) =>
        permits(one, 'apigateway.amazonaws.com', source),
      );
      expect(allowed).toEqual([invoked]);
      expect(permits(invoked, 'events.amazonaws.com', source)).toBe(false);
      expect(permits(invoked, 'apigateway.amazonaws.com', source.replace('shop', 'other'))).toBe(
        false,
      );
    },
  );
});
