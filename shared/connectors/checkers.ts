// Loaded late: few merchants have a fraud checker, a 3-D Secure server or a tax service.
import type { AccountVerifier } from './interface/account-verifier.ts';
import type { RiskChecker } from './interface/fraud-check.ts';
import type { TaxCalculator } from './interface/tax.ts';
import type { Authenticator } from './interface/three-ds.ts';
import { sandboxAccountVerifiers } from './sandbox/account-verifier.ts';
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

/** The verifier of bank accounts with this `connector_name`; undefined when we have none. */
export function accountVerifierNamed(name: string): AccountVerifier | undefined {
  return sandboxAccountVerifiers.find((verifier) => verifier.name === name);
}

/** Whether we have a connector beside the processors of this name. */
export function hasChecker(name: string): boolean {
  return checkerNames().includes(name);
}

/** The names of all fraud checkers, authenticators, tax calculators and account verifiers. */
export function checkerNames(): readonly string[] {
  const checkers = [
    ...sandboxRiskCheckers,
    ...sandboxAuthenticators,
    ...sandboxTaxCalculators,
    ...sandboxAccountVerifiers,
  ];
  return checkers.map(({ name }) => name);
}
