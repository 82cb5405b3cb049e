import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { derivedId } from '../../shared/ids.ts';
import { assess } from '../../shared/sandbox/risk.ts';
import { checkSandboxRisk } from '../../shared/sandbox/risk-operations.ts';

/** Scores the risk of a test payment. It stores nothing, and a repeat gets the same answer. */
export const checkRisk = implement(checkSandboxRisk, async ({ params, body, caller }) => ({
  id: derivedId('risk', caller.keyHash, params.reference),
  reference: params.reference,
  ...assess(body),
}));

export const handler = lambda(checkRisk, () => ({}));
