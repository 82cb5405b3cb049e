import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import { sandboxOperations } from '../shared/operations.ts';
import { EncryptedTable } from './constructs/encrypted-table.ts';
import { loggedStage } from './constructs/logged-stage.ts';
import { OperationFunction } from './constructs/operation-function.ts';
import { SwitchFunction } from './constructs/switch-function.ts';
import { acknowledge } from './findings.ts';
import type { Stage } from './stage.ts';

interface SandboxStackProps extends StackProps {
  readonly stage: Stage;
  readonly key: IKey;
}

/** A processor for tests, a service of its own: its API, its ledger, its 3-D Secure page. */
export class SandboxStack extends Stack {
  readonly url: string;

  constructor(scope: Construct, id: string, { stage, key, ...props }: SandboxStackProps) {
    super(scope, id, props);
    const unrecognized = new SwitchFunction(this, 'sandbox.unrecognized', {
      stage,
      key,
      bundle: 'sandbox/unrecognized',
      description: 'Answers unknown routes and methods of the sandbox processor.',
    });
    const api = new HttpApi(this, 'Api', {
      apiName: `turnout-${stage.name}-processor`,
      description: 'The sandbox processor',
      createDefaultStage: false,
      defaultIntegration: new HttpLambdaIntegration('UnrecognizedIntegration', unrecognized),
    });
    acknowledge(api, { 'AwsSolutions-APIG4': 'There is no money in it: test cards only.' });
    loggedStage(this, { stage, key, api });
    this.url = api.apiEndpoint;

    const table = new EncryptedTable(this, 'Ledger', { stage, key });
    for (const operation of sandboxOperations) {
      new OperationFunction(this, operation, { stage, key, api, table, sandboxUrl: this.url });
    }
    new CfnOutput(this, 'Url', { value: api.apiEndpoint });
  }
}
