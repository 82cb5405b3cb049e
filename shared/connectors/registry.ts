import type { Authenticator } from './authentication.ts';
import type { Connector } from './connector.ts';
import type { RiskChecker } from './risk.ts';
import { sandboxAuthenticators } from './sandbox/authentication.ts';
import { sandboxRiskCheckers } from './sandbox/risk.ts';
import { sandboxConnectors } from './sandbox/sandbox.ts';
import { sandboxTaxCalculators } from './sandbox/tax.ts';
import type { TaxCalculator } from './tax.ts';

/** The adapter of a `connector_name`; undefined when we have none. */
export const connectorNamed = (name: string): Connector | undefined => connectors.get(name);

const connectors: ReadonlyMap<string, Connector> = new Map(
  sandboxConnectors.map((connector) => [connector.name, connector]),
);

/** Who checks payments for fraud under this `connector_name`; undefined when we have none. */
export const riskCheckerNamed = (name: string): RiskChecker | undefined =>
  sandboxRiskCheckers.find((checker) => checker.name === name);

/** Who authenticates customers under this `connector_name`; undefined when we have none. */
export const authenticatorNamed = (name: string): Authenticator | undefined =>
  sandboxAuthenticators.find((authenticator) => authenticator.name === name);

/** Who calculates tax under this `connector_name`; undefined when we have none. */
export const taxCalculatorNamed = (name: string): TaxCalculator | undefined =>
  sandboxTaxCalculators.find((calculator) => calculator.name === name);
