import { CfnOutput, Fn, Stack, type StackProps } from 'aws-cdk-lib';
import {
  CfnEIP,
  GatewayVpcEndpointAwsService,
  NatProvider,
  SecurityGroup,
  SubnetType,
  Vpc,
} from 'aws-cdk-lib/aws-ec2';
import type { Construct } from 'constructs';
import { suppress } from '../constructs/nag-suppressions.ts';
import type { Stage } from '../settings/stage.ts';

/** Where functions run whose requests leave by one address. */
export interface OutgoingNetwork {
  readonly subnetIds: readonly string[];
  readonly securityGroupId: string;
}

interface NetworkStackProps extends StackProps {
  readonly stage: Stage;
}

/**
 * A network whose requests leave by one fixed address, for processors and merchants that let in
 * addresses they know. Tables and files are reached inside AWS, so that only requests to others, to
 * queues and to keys pay for the way through the NAT gateway.
 *
 * There is one gateway, in one zone: a second one would be a second address. When its zone fails,
 * functions reach no processor until the zone is back.
 */
export class NetworkStack extends Stack {
  readonly outgoing: OutgoingNetwork;

  constructor(scope: Construct, id: string, { stage, ...props }: NetworkStackProps) {
    super(scope, id, props);
    const address = new CfnEIP(this, 'Address', { domain: 'vpc' });
    address.applyRemovalPolicy(stage.removalPolicy);
    const network = new Vpc(this, 'Network', {
      // Two zones, because Lambda moves functions to the other one when a zone fails.
      availabilityZones: [0, 1].map((zone) => Fn.select(zone, Fn.getAzs())),
      natGateways: 1,
      natGatewayProvider: NatProvider.gateway({ eipAllocationIds: [address.attrAllocationId] }),
      restrictDefaultSecurityGroup: false,
      subnetConfiguration: [
        {
          name: 'Gateway',
          subnetType: SubnetType.PUBLIC,
          cidrMask: 28,
          mapPublicIpOnLaunch: false,
        },
        { name: 'Functions', subnetType: SubnetType.PRIVATE_WITH_EGRESS, cidrMask: 20 },
      ],
      gatewayEndpoints: {
        Tables: { service: GatewayVpcEndpointAwsService.DYNAMODB },
        Files: { service: GatewayVpcEndpointAwsService.S3 },
      },
    });
    const group = new SecurityGroup(this, 'Functions', {
      vpc: network,
      description: 'Functions that call processors and merchants. Nothing calls them by network.',
    });
    suppress(network, {
      'AwsSolutions-VPC7':
        'Nothing comes in, and what goes out is logged by the function that sends it.',
      'PCI.DSS.321-VPCFlowLogsEnabled':
        'Nothing comes in, and what goes out is logged by the function that sends it.',
      'PCI.DSS.321-VPCDefaultSecurityGroupClosed': 'Nothing is in the default group.',
      'PCI.DSS.321-VPCNoUnrestrictedRouteToIGW':
        'The gateway has to reach the internet; nothing else is in its subnets.',
    });
    this.outgoing = {
      subnetIds: network.privateSubnets.map(({ subnetId }) => subnetId),
      securityGroupId: group.securityGroupId,
    };
    new CfnOutput(this, 'OutgoingAddress', { value: address.attrPublicIp });
  }
}
