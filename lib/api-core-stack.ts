import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import { HttpApi, type IHttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import { loggedStage } from './constructs/logged-stage.ts';
import { SwitchFunction } from './constructs/switch-function.ts';
import { suppress } from './nag-suppressions.ts';
import type { Stage } from './stage.ts';

interface ApiCoreStackProps extends StackProps {
  readonly stage: Stage;
  readonly key: IKey;
}

/** The HTTP API itself, and the default route for every request that no other route matches. */
export class ApiCoreStack extends Stack {
  readonly api: IHttpApi;

  constructor(scope: Construct, id: string, { stage, key, ...props }: ApiCoreStackProps) {
    super(scope, id, props);
    const unrecognized = new SwitchFunction(this, 'http.not-found', {
      stage,
      key,
      bundle: 'http/not-found',
      description: 'Answers unknown routes and methods, and CORS preflight requests of browsers.',
    });
    const api = new HttpApi(this, 'Api', {
      apiName: `turnout-${stage.name}`,
      description: 'The switch',
      createDefaultStage: false,
      defaultIntegration: new HttpLambdaIntegration('UnrecognizedIntegration', unrecognized),
    });
    suppress(api, {
      'AwsSolutions-APIG4':
        'The default route reveals nothing: it only answers that the route is unknown.',
    });
    loggedStage(this, { stage, key, api });
    new CfnOutput(this, 'Url', { value: api.apiEndpoint });
    this.api = api;
  }
}
