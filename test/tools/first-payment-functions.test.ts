import { functionNames } from '../../tools/bundle-functions.ts';
import { firstPaymentFunctions } from '../../tools/first-payment-functions.ts';

it('the functions that npm start bundles first exist, and are named once', () => {
  const all = new Set(functionNames());
  expect(firstPaymentFunctions.filter((name) => !all.has(name))).toEqual([]);
  expect(new Set(firstPaymentFunctions).size).toBe(firstPaymentFunctions.length);
});
