export { accountsScenario } from './accounts-scenario.ts';
export { paymentsScenario } from './payments-scenario.ts';
