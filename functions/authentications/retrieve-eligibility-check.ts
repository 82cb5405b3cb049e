import { lambda } from '#merchants/lambda.ts';
import { SwitchError } from '#platform/errors.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { liveTable } from '#platform/table/table.ts';
import { checkAuthenticationProfile } from '#switch/authentications/authentication.ts';
import {
  type AuthenticationStore,
  authenticationStore,
} from '#switch/authentications/authentication-store.ts';
import {
  type EligibilityCheckStore,
  eligibilityCheckStore,
} from '#switch/authentications/eligibility-check-store.ts';
import { retrieveEligibilityCheck as retrieve } from '#switch/authentications/operations.ts';

interface Services {
  readonly authentications: Pick<AuthenticationStore, 'get'>;
  readonly eligibilityChecks: Pick<EligibilityCheckStore, 'find'>;
}

/** Returns to the merchant which networks of Click to Pay know the customer of a page. */
export const retrieveEligibilityCheck = implement(retrieve, {
  load: ({ merchantId, params }, { authentications }: Services) =>
    authentications.get(merchantId, params.authentication_id),

  async run({ caller, now }, { eligibilityChecks }: Services, authentication) {
    checkAuthenticationProfile(authentication, caller);
    const check = await eligibilityChecks.find(authentication, now);
    if (!check) throw new SwitchError('eligibility_check_not_found', { id: authentication.id });
    const { visa = null, mastercard = null } = check;
    return {
      eligibility_check_data: { click_to_pay_enrollment_status: { visa, mastercard } },
    };
  },
});

export const handler = lambda(retrieveEligibilityCheck, () => ({
  authentications: authenticationStore(liveTable()),
  eligibilityChecks: eligibilityCheckStore(liveTable()),
}));
