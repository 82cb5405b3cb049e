/** The list price of AWS for a number of units, in dollars. */
export interface Price {
  readonly usd: number;
  /** The number of units that the price is for. */
  readonly per: number;
  readonly unit: string;
  /** The page on which AWS publishes the price. */
  readonly page: string;
}

/**
 * The date of the list prices below. AWS changes its prices: check them before you rely on a
 * figure.
 */
export const pricesOf = '2025-11';

export const regions = ['us-east-1', 'eu-west-1'] as const;
export type Region = (typeof regions)[number];

const million = 1_000_000;

/** `dynamodb/on-demand` is the page of one of a service's ways to pay. */
const pageOf = (service: string) => {
  const [name, way] = service.split('/');
  return `https://aws.amazon.com/${name}/pricing/${way === undefined ? '' : `${way}/`}`;
};

const price = (usd: number, per: number, unit: string, service: string): Price => ({
  usd,
  per,
  unit,
  page: pageOf(service),
});

/**
 * Prices that differ between the two Regions, in dollars. CloudFront's is that of callers in the
 * United States or in Europe.
 */
const regional: Readonly<
  Record<
    Region,
    Readonly<
      Record<
        | 'httpRequests'
        | 'writeUnits'
        | 'readUnits'
        | 'writeCapacity'
        | 'readCapacity'
        | 'tableGb'
        | 'recoveryGb'
        | 'logGb'
        | 'filesGb'
        | 'natHour'
        | 'edgeRequests',
        number
      >
    >
  >
> = {
  'us-east-1': {
    httpRequests: 1,
    writeUnits: 0.625,
    readUnits: 0.125,
    writeCapacity: 0.00065,
    readCapacity: 0.00013,
    tableGb: 0.25,
    recoveryGb: 0.2,
    logGb: 0.5,
    filesGb: 0.023,
    natHour: 0.045,
    edgeRequests: 1,
  },
  'eu-west-1': {
    httpRequests: 1.11,
    writeUnits: 0.705,
    readUnits: 0.141,
    writeCapacity: 0.000735,
    readCapacity: 0.000147,
    tableGb: 0.283,
    recoveryGb: 0.22,
    logGb: 0.57,
    filesGb: 0.023,
    natHour: 0.048,
    edgeRequests: 1.2,
  },
};

/**
 * List prices of a Region: the first tier, without free allowances, discounts and taxes. Functions
 * use the ARM architecture. Tables use on-demand billing where no capacity is provisioned.
 */
export const pricesIn = (region: Region) => {
  const own = regional[region];
  return {
    httpRequest: price(own.httpRequests, million, 'requests of an HTTP API', 'api-gateway'),
    functionRequest: price(0.2, million, 'invocations', 'lambda'),
    functionGbSecond: price(0.0000133334, 1, 'GB-seconds', 'lambda'),
    warmGbSecond: price(0.0000033334, 1, 'GB-seconds kept warm', 'lambda'),
    writeUnit: price(own.writeUnits, million, 'write units', 'dynamodb/on-demand'),
    readUnit: price(own.readUnits, million, 'read units', 'dynamodb/on-demand'),
    writeCapacityHour: price(
      own.writeCapacity,
      1,
      'hours of a write unit a second',
      'dynamodb/provisioned',
    ),
    readCapacityHour: price(
      own.readCapacity,
      1,
      'hours of a read unit a second',
      'dynamodb/provisioned',
    ),
    tableGbMonth: price(own.tableGb, 1, 'GB-months', 'dynamodb/on-demand'),
    recoveryGbMonth: price(own.recoveryGb, 1, 'GB-months', 'dynamodb/on-demand'),
    stayingGbMonth: price(
      own.tableGb + own.recoveryGb,
      1,
      'GB-months with recovery',
      'dynamodb/on-demand',
    ),
    queueRequest: price(0.4, million, 'requests', 'sqs'),
    logGb: price(own.logGb, 1, 'GB taken in', 'cloudwatch'),
    logGbMonth: price(0.03, 1, 'GB-months', 'cloudwatch'),
    alarmMetric: price(0.1, 1, 'metrics of alarms a month', 'cloudwatch'),
    fineAlarmMetric: price(
      0.3,
      1,
      'metrics of alarms a month, of less than a minute',
      'cloudwatch',
    ),
    compositeAlarm: price(0.5, 1, 'composite alarms a month', 'cloudwatch'),
    metric: price(0.3, 1, 'metrics a month', 'cloudwatch'),
    recordedChange: price(0.003, 1, 'recorded changes', 'config'),
    dashboard: price(3, 1, 'dashboards a month', 'cloudwatch'),
    trace: price(5, million, 'traces', 'xray'),
    key: price(1, 1, 'keys a month', 'kms'),
    keyRequest: price(0.03, 10_000, 'requests', 'kms'),
    secret: price(0.4, 1, 'secrets a month', 'secrets-manager'),
    scheduledRun: price(1, million, 'runs', 'eventbridge'),
    gbOut: price(0.09, 1, 'GB to the internet', 'ec2/on-demand'),
    natGatewayHour: price(own.natHour, 1, 'hours of a NAT gateway', 'vpc'),
    addressHour: price(0.005, 1, 'hours of an address', 'vpc'),
    webAcl: price(5, 1, 'web ACLs a month', 'waf'),
    webAclRule: price(1, 1, 'rules a month', 'waf'),
    filteredRequest: price(0.6, million, 'requests that a web ACL filters', 'waf'),
    edgeRequest: price(own.edgeRequests, million, 'HTTPS requests of CloudFront', 'cloudfront'),
    edgeFunction: price(0.1, million, 'invocations of a CloudFront function', 'cloudfront'),
  } as const satisfies Record<string, Price>;
};

export type Prices = ReturnType<typeof pricesIn>;
