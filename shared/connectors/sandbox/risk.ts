import * as v from 'valibot';
import type { Exchange } from '../interface/exchange.ts';
import type { FraudCheckRequest, FraudCheckResult, RiskChecker } from '../interface/fraud-check.ts';
import { riskCheckers as checkerNames } from './published/risk.ts';
import { sandboxUrlOf } from './requests.ts';
import { declinedOutcome, readJson } from './responses.ts';

const Answer = v.object({
  id: v.string(),
  reference: v.string(),
  finding: v.picklist(['legit', 'fraud', 'manual_review']),
  score: v.number(),
  reason: v.nullable(v.string()),
});

const check: Exchange<FraudCheckRequest, FraudCheckResult> = {
  request(input, account) {
    if (!('api_key' in account.credentials)) {
      throw new Error('The sandbox processor takes an api_key.');
    }
    return {
      method: 'PUT',
      url: sandboxUrlOf(account, 'risk-checks', input.reference),
      headers: { 'api-key': account.credentials.api_key, 'content-type': 'application/json' },
      body: JSON.stringify({
        checker: input.checker,
        amount: input.amountMinor,
        currency: input.currency,
        email: input.email,
        ...(input.card && {
          card: { first_digits: input.card.firstDigits, last_digits: input.card.lastDigits },
        }),
        metadata: input.metadata,
      }),
    };
  },

  outcome(response) {
    if (response.status !== 200) return declinedOutcome(response);
    const { id, finding, score, reason } = readJson(Answer, response);
    return { result: finding, transactionId: id, score, ...(reason !== null && { reason }) };
  },
};

/** The sandbox processor as a fraud checker, under each of the names that it simulates. */
export const sandboxRiskCheckers: readonly RiskChecker[] = checkerNames.map((name) => ({
  name,
  check,
}));
