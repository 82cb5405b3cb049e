import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { compact } from '#platform/schema.ts';
import { liveTable } from '#platform/table/table.ts';
import {
  type AuthenticationStore,
  authenticationStore,
} from '#switch/authentications/authentication-store.ts';
import {
  type EligibilityCheckStore,
  eligibilityCheckStore,
} from '#switch/authentications/eligibility-check-store.ts';
import { checkAuthenticationCaller } from '#switch/authentications/load-authentication.ts';
import { submitEligibilityCheck as submit } from '#switch/authentications/operations.ts';

interface Services {
  readonly authentications: Pick<AuthenticationStore, 'get'>;
  readonly eligibilityChecks: Pick<EligibilityCheckStore, 'set'>;
}

/** Stores for the merchant which networks of Click to Pay know the customer of a page. */
export const submitEligibilityCheck = implement(submit, {
  load: ({ merchantId, params }, { authentications }: Services) =>
    authentications.get(merchantId, params.authentication_id),

  async run({ caller, body, now }, { eligibilityChecks }: Services, authentication) {
    checkAuthenticationCaller(authentication, caller, now);
    const { visa, mastercard } = body.eligibility_check_data.click_to_pay;
    const known = compact({
      visa: visa?.consumerPresent,
      mastercard: mastercard?.consumerPresent,
    });
    await eligibilityChecks.set(authentication, known, now);
    return {
      authentication_id: authentication.id,
      sdk_next_action: 'await_merchant_callback' as const,
    };
  },
});

export const handler = lambda(submitEligibilityCheck, () => ({
  authentications: authenticationStore(liveTable()),
  eligibilityChecks: eligibilityCheckStore(liveTable()),
}));
