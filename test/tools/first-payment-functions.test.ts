import { functionNames } from '../../tools/bundle/bundle-functions.ts';
import {
  firstPaymentFunctions,
  nextStepFunctions,
} from '../../tools/bundle/first-payment-functions.ts';

it('the functions that npm start bundles first exist, and are named once', () => {
  const all = new Set(functionNames());
  const named = [...firstPaymentFunctions, ...nextStepFunctions];
  expect(named.filter((name) => !all.has(name))).toEqual([]);
  expect(new Set(named).size).toBe(named.length);
});
