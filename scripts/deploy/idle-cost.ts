import type { Template } from '../../local/assembly/template.ts';
import { idleBill, totalOf } from '../cost/cost-model.ts';
import { pricesIn, type Region, regions } from '../cost/prices.ts';

/** Types that cost something by being there. All others cost by their use. */
const billed = [
  ...['AWS::KMS::Key', 'AWS::KMS::ReplicaKey'],
  ...['AWS::SecretsManager::Secret', 'AWS::WAFv2::WebACL'],
  ...['AWS::CloudWatch::Alarm', 'AWS::CloudWatch::CompositeAlarm', 'AWS::CloudWatch::Dashboard'],
  ...['AWS::EC2::NatGateway', 'AWS::EC2::EIP'],
];

/** The Region whose list prices are known, or us-east-1. */
export const pricedRegion = (region: string): Region =>
  regions.find((one) => one === region) ?? 'us-east-1';

/** The cost of a template's resources in a month without use, as a text. */
export function idleCost(template: Template, region: string): string {
  const resources = [...template.resources].flatMap(([name, { type, properties }]) =>
    billed.includes(type) ? [{ name, type, properties }] : [],
  );
  const rows = idleBill(resources, {}, pricesIn(pricedRegion(region)));
  return `$${totalOf(rows).toFixed(2)} a month while nothing uses it`;
}
