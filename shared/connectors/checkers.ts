import type { RiskChecker } from './interface/fraud-check.ts';
import type { TaxCalculator } from './interface/tax.ts';
import type { Authenticator } from './interface/three-ds.ts';
import { sandboxAuthenticators } from './sandbox/authentication.ts';
import { sandboxRiskCheckers } from './sandbox/risk.ts';
import { sandboxTaxCalculators } from './sandbox/tax.ts';

/** The fraud checker with this `connector_name`; undefined when we have none. */
export function riskCheckerNamed(name: string): RiskChecker | undefined {
  return sandboxRiskCheckers.find((checker) => checker.name === name);
}

/** The authenticator with this `connector_name`; undefined when we have none. */
export function authenticatorNamed(name: string): Authenticator | undefined {
  return sandboxAuthenticators.find((authenticator) => authenticator.name === name);
}

/** The tax calculator with this `connector_name`; undefined when we have none. */
export function taxCalculatorNamed(name: string): TaxCalculator | undefined {
  return sandboxTaxCalculators.find((calculator) => calculator.name === name);
}

/** Whether we have a fraud checker, an authenticator or a tax calculator of this name. */
export function hasChecker(name: string): boolean {
  return checkerNames().includes(name);
}

/** The names of all fraud checkers, authenticators and tax calculators. */
export function checkerNames(): readonly string[] {
  const checkers = [...sandboxRiskCheckers, ...sandboxAuthenticators, ...sandboxTaxCalculators];
  return checkers.map(({ name }) => name);
}
