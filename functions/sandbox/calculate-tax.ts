import { implement } from '#platform/http/operation/implement.ts';
import { lambda } from '#sandbox/lambda.ts';
import { calculateSandboxTax, taxOn } from '#sandbox/tax-operations.ts';

/** Calculates the tax of a test order. It stores nothing, and a repeat gets the same answer. */
export const calculateTax = implement(calculateSandboxTax, async ({ params, body }) => ({
  reference: params.reference,
  tax: taxOn(body.amount + body.shipping_cost, body.country),
  currency: body.currency,
}));

export const handler = lambda(calculateTax, () => ({}));
