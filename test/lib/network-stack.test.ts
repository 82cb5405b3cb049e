import * as v from 'valibot';
import { vaultOperations } from '#vault/operations.ts';
import { operations } from '../../shared/operations.ts';
import { grant, grantsOf, roleOf } from '../support/deployment/role-grants.ts';
import {
  environmentOf,
  type Resource,
  synthesized,
} from '../support/deployment/synthesized-app.ts';

const app = synthesized('production', { fixedAddress: 'on' });
const plain = synthesized('production');

const isInNetwork = ({ properties }: Resource) => 'VpcConfig' in properties;
const namesOf = (functions: readonly Resource[]) =>
  functions.map((fn) => environmentOf(fn).FUNCTION_NAME ?? '').sort();

describe('a network without a fixed address', () => {
  it('a deployment without a fixed address has no network, and no function in one', () => {
    const types = plain.resources().map(({ type }) => type);
    expect(types.filter((type) => type.startsWith('AWS::EC2::'))).toEqual([]);
    expect(plain.resources('AWS::Lambda::Function').filter(isInNetwork)).toEqual([]);
    expect(JSON.stringify(plain.resources('AWS::IAM::Role'))).not.toContain('ec2:');
  });
});

describe('a network with a fixed address', () => {
  it('every function that calls processors or merchants sends from it, and no other does', () => {
    const wanted = [
      ...operations.filter(({ access }) => access.connectors || access.webhooks),
      ...vaultOperations.filter(({ access }) => access.egress),
    ].map(({ name }) => name);
    const functions = app.resources('AWS::Lambda::Function').filter(isInNetwork);
    expect(namesOf(functions)).toEqual(
      [...wanted, 'queues.sync-pending', 'queues.deliver-webhook'].sort(),
    );
    for (const { name, properties } of functions) {
      expect([name, properties.VpcConfig]).toEqual([
        name,
        {
          SubnetIds: [1, 2].map((zone) => `Network.NetworkFunctionsSubnet${zone}Subnet`),
          SecurityGroupIds: ['Network.Functions.GroupId'],
        },
      ]);
    }
  });

  it('a deployment with a fixed address has one gateway with that address, used by both zones of the functions', () => {
    const [gateway, ...more] = app.resources('AWS::EC2::NatGateway');
    expect(more).toEqual([]);
    expect(gateway?.properties.AllocationId).toBe('Network.Address.AllocationId');
    expect(app.resources('AWS::EC2::EIP')).toHaveLength(1);
    const routes = app
      .resources('AWS::EC2::Route')
      .filter(({ properties }) => 'NatGatewayId' in properties);
    expect(routes.map(({ properties }) => properties)).toEqual(
      [1, 2].map((zone) => ({
        DestinationCidrBlock: '0.0.0.0/0',
        NatGatewayId: gateway?.name,
        RouteTableId: `Network.NetworkFunctionsSubnet${zone}RouteTable`,
      })),
    );
    expect(app.outputs('Network', 'OutgoingAddress')).toEqual(['Network.Address.PublicIp']);
  });

  it('a deployment with a fixed address reaches tables and files without the gateway, which bills each GB', () => {
    const endpoints = app.resources('AWS::EC2::VPCEndpoint').map(({ properties }) => properties);
    expect(endpoints.map(({ ServiceName }) => ServiceName).sort()).toEqual([
      'com.amazonaws.<AWS::Region>.dynamodb',
      'com.amazonaws.<AWS::Region>.s3',
    ]);
    for (const { RouteTableIds } of endpoints) {
      expect(RouteTableIds).toEqual(
        expect.arrayContaining(
          [1, 2].map((zone) => `Network.NetworkFunctionsSubnet${zone}RouteTable`),
        ),
      );
    }
  });

  it('a deployment with a fixed address has no network access to its functions', () => {
    const [group] = app.resources('AWS::EC2::SecurityGroup');
    expect(group?.properties).not.toHaveProperty('SecurityGroupIngress');
    expect(app.resources('AWS::EC2::SecurityGroupIngress')).toEqual([]);
  });

  it('the address outlives its stack, because processors have entered it', () => {
    expect(app.resource('Network.Address').deletionPolicy).toBe('RetainExceptOnCreate');
  });

  it('Lambda may join functions to the network, and their own code may not', () => {
    const before = roleOf(plain, 'ApiPayments.paymentscapture');
    const { role, beside } = roleOf(app, 'ApiPayments.paymentscapture');
    const condition = { Null: { 'lambda:SourceFunctionArn': 'true' } };
    expect(grantsOf(role, beside)).toEqual(
      [
        ...grantsOf(before.role, before.beside),
        ...['CreateNetworkInterface', 'DescribeNetworkInterfaces', 'DeleteNetworkInterface'],
        ...['DescribeSubnets', 'AssignPrivateIpAddresses', 'UnassignPrivateIpAddresses'],
      ]
        .map((line) => (line.includes(' ') ? line : grant(`ec2:${line}`, '*', condition)))
        .sort(),
    );
  });

  it.each(['yes', '', true])(
    'the fixed address setting is on or off, and never %j',
    (fixedAddress) => {
      expect(() => synthesized('production', { fixedAddress })).toThrow(
        'fixedAddress must be on or off.',
      );
    },
  );

  it('each address and gateway is of a network with two zones', () => {
    const Subnet = v.object({ MapPublicIpOnLaunch: v.optional(v.boolean(), false) });
    const subnets = app.resources('AWS::EC2::Subnet');
    expect(subnets).toHaveLength(4);
    for (const { properties } of subnets) {
      expect(v.parse(Subnet, properties).MapPublicIpOnLaunch).toBe(false);
    }
  });
});
