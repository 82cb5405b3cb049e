import { docs, each, inAll, listAt, type Quotas } from './measured-assembly.ts';

const vpc = `${docs}/vpc/latest/userguide/amazon-vpc-limits.html`;
const endpoints = `${docs}/vpc/latest/privatelink/vpc-limits-endpoints.html`;

/** Limits of the network that production has with a fixed address. */
export const quotasOfNetwork: Quotas = {
  'networks of a Region': { limit: 5, source: vpc, figures: inAll('AWS::EC2::VPC') },
  'fixed addresses of a Region': { limit: 5, source: vpc, figures: inAll('AWS::EC2::EIP') },
  'NAT gateways of an availability zone': {
    limit: 5,
    source: vpc,
    figures: inAll('AWS::EC2::NatGateway'),
  },
  'subnets of a network': { limit: 200, source: vpc, figures: inAll('AWS::EC2::Subnet') },
  'gateway endpoints of a Region': {
    limit: 20,
    source: endpoints,
    figures: inAll('AWS::EC2::VPCEndpoint'),
  },
  'rules of a security group in one direction': {
    limit: 60,
    source: vpc,
    figures: each('AWS::EC2::SecurityGroup', ({ SecurityGroupIngress, SecurityGroupEgress }) =>
      Math.max(listAt(SecurityGroupIngress).length, listAt(SecurityGroupEgress).length),
    ),
  },
  'security groups of a function': {
    limit: 5,
    source: vpc,
    figures: each(
      'AWS::Lambda::Function',
      ({ VpcConfig }) => listAt(VpcConfig, 'SecurityGroupIds').length,
    ),
  },
};
