// Loaded late: few merchants have programs for 3-D Secure or surcharges.
import type { Configuration } from '#merchants/accounts/merchant-account.ts';
import type { DecisionPurpose } from '#merchants/routing-settings/decision-program.ts';
import { decideSurcharge, decideThreeDs, surchargeOn } from '../../routing/decisions/decide.ts';
import type { SurchargeRule } from '../../routing/decisions/surcharge-program.ts';
import type { RuleFacts } from '../../routing/rules/rule-keys.ts';
import type { Payment } from '../payment.ts';
import { maxAmountMinor, netAmount } from '../request/net-amount.ts';
import type { PaymentRequest } from '../request/payment-request.ts';
import { isAccountVerification } from '../request/terms.ts';

type RequestFields = Payment['requestFields'];

/** The input of a merchant's programs. */
export interface DecisionInput {
  readonly decisions: NonNullable<Configuration['decisions']>;
  readonly payment: Pick<Payment, 'amountMinor'>;
  /** All that the merchant and its client stated. */
  readonly requestFields: RequestFields;
  /** The facts of a payment with these fields. */
  facts(requestFields: RequestFields): RuleFacts;
}

/** The decisions of a merchant's programs. */
export interface DecidedFields {
  readonly fields: Pick<PaymentRequest, 'authentication_type' | 'surcharge_details'>;
  /** The rule by which the surcharge was computed. */
  readonly surchargeRule?: SurchargeRule | undefined;
  /** Why programs could not be used. */
  readonly troubles: readonly string[];
}

/**
 * The fields that a merchant's programs decide where no request states them: first 3-D Secure, then
 * the surcharge. A program that can't be used decides nothing, and the payment goes on.
 */
export function decidedFields({
  decisions,
  payment: { amountMinor: amount },
  requestFields: stated,
  facts,
}: DecisionInput): DecidedFields {
  const troubles: string[] = [];
  const decided = <T>(purpose: DecisionPurpose, decide: () => T): T | undefined => {
    try {
      return decide();
    } catch (error) {
      const trouble = error instanceof Error ? error.message : 'unknown';
      troubles.push(`${purpose}: ${trouble}`);
      return undefined;
    }
  };
  const { three_ds: threeDs, surcharge } = decisions;

  // A customer who is away is not authenticated.
  const mayAuthenticate = stated.authentication_type == null && stated.off_session !== true;
  const authentication_type =
    threeDs && mayAuthenticate
      ? decided('three_ds', () => decideThreeDs(threeDs, facts(stated)))
      : undefined;
  const authenticated = { ...stated, ...(authentication_type && { authentication_type }) };

  const mayCost =
    stated.surcharge_details == null &&
    amount > 0 &&
    !isAccountVerification({ requestFields: stated });
  const costly =
    surcharge && mayCost
      ? decided('surcharge', () => {
          const rule = decideSurcharge(surcharge, facts(authenticated));
          if (!rule) return undefined;
          const details = surchargeOn(amount, rule);
          const added = details.surcharge_amount + (details.tax_amount ?? 0);
          if (netAmount({ ...stated, amount }) + added > maxAmountMinor) {
            throw new Error('the payment would be too large with it');
          }
          return { rule, details };
        })
      : undefined;
  return {
    fields: {
      ...(authentication_type && { authentication_type }),
      ...(costly && { surcharge_details: costly.details }),
    },
    ...(costly && { surchargeRule: costly.rule }),
    troubles,
  };
}
