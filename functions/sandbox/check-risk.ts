import { assess } from '#connectors/sandbox/published/risk.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { derivedId } from '#platform/ids.ts';
import { lambda } from '#sandbox/lambda.ts';
import { checkSandboxRisk } from '#sandbox/risk-operations.ts';

/** Scores the risk of a test payment. It stores nothing, and a repeat gets the same answer. */
export const checkRisk = implement(checkSandboxRisk, async ({ params, body, caller }) => ({
  id: derivedId('risk', caller.keyHash, params.reference),
  reference: params.reference,
  ...assess(body),
}));

export const handler = lambda(checkRisk, () => ({}));
