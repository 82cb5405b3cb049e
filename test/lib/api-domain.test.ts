import {
  environmentOf,
  type SynthesizedApp,
  synthesized,
} from '../support/deployment/synthesized-app.ts';

const certificateArn = 'arn:aws:acm:eu-west-1:123456789012:certificate/12ab-34cd';
const domain = { apiDomain: 'pay.shop.example', apiCertificateArn: certificateArn };

const withSettings = (context: Readonly<Record<string, unknown>>) =>
  synthesized('production', context, ['payments']);
const publicUrlIn = (app: SynthesizedApp) =>
  environmentOf(app.resource('ApiPayments.paymentsconfirm')).PUBLIC_URL;

describe('a domain for the API', () => {
  it("the API's domain leads to its one stage over TLS 1.2, and the deployment prints its DNS target", () => {
    const app = withSettings(domain);
    expect(app.resource('Api.Domain').properties).toEqual({
      DomainName: 'pay.shop.example',
      DomainNameConfigurations: [
        {
          CertificateArn: certificateArn,
          EndpointType: 'REGIONAL',
          SecurityPolicy: 'TLS_1_2',
        },
      ],
    });
    const [mapping, ...more] = app.resources('AWS::ApiGatewayV2::ApiMapping');
    expect(more).toEqual([]);
    expect(mapping?.properties).toEqual({
      ApiId: 'Api.Api',
      DomainName: 'Api.Domain',
      Stage: '$default',
    });
    expect(mapping?.dependsOn).toContain('ApiStage.Stage');
    expect(app.outputs('Api', 'PointTheDomainTo')).toEqual(['Api.Domain.RegionalDomainName']);
  });

  it("the API's domain receives customers and processors, unless the deployment names another address", () => {
    expect(publicUrlIn(withSettings(domain))).toBe('https://pay.shop.example');
    const publicUrl = 'https://checkout.shop.example';
    expect(publicUrlIn(withSettings({ ...domain, publicUrl }))).toBe(publicUrl);
    expect(publicUrlIn(synthesized('production'))).toBe('Api.Api.ApiEndpoint');
  });

  it('a deployment over a version that had the stage of the API in its first stack keeps it there, with its domain', () => {
    const app = withSettings({ ...domain, apiStageIn: 'Api' });
    expect(app.stacks.map(({ name }) => name)).not.toContain('ApiStage');
    const names = app
      .resources()
      .filter(({ type }) => /::(Stage|ApiMapping)$/.test(type))
      .map(({ name, logicalId }) => `${name} ${logicalId}`);
    // The logical names of 0.2.0: with others CloudFormation would make a second stage.
    expect(names).toEqual(
      expect.arrayContaining([
        'Api.Stage Stage0E8C2AF5',
        'Api.DomainMapping DomainMapping4BA2CB2B',
      ]),
    );
    // No rate of a route that another stack has yet to make.
    const { RouteSettings } = app.resource('Api.Stage').properties;
    expect(RouteSettings).toEqual({ $default: expect.anything() });
    expect(() => withSettings({ apiStageIn: 'Data' })).toThrow('apiStageIn must be Api');
  });

  it('the API has no domain by default', () => {
    const types = synthesized('production')
      .resources()
      .map(({ type }) => type);
    expect(types).not.toContain('AWS::ApiGatewayV2::DomainName');
    expect(types).not.toContain('AWS::ApiGatewayV2::ApiMapping');
  });

  it.each([
    [{ ...domain, apiDomain: 'https://pay.shop.example' }, 'apiDomain must be a name'],
    [{ apiCertificateArn: certificateArn }, 'apiDomain must be a name'],
    [{ apiDomain: 'pay.shop.example' }, 'apiCertificateArn must be the ARN'],
    [{ ...domain, apiCertificateArn: 'arn:aws:iam::1:x' }, 'apiCertificateArn must be the ARN'],
  ])("the API's domain requires a name and a certificate: %j", (context, message) => {
    expect(() => synthesized('production', context)).toThrow(message);
  });
});
