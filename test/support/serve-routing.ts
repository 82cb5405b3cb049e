import { retrieveStorage } from '../../functions/accounts/retrieve-storage.ts';
import { setStorage } from '../../functions/accounts/switch-storage.ts';
import { listOfProfile } from '../../functions/connector-accounts/list-of-profile.ts';
import { create as createRule } from '../../functions/gsm/create.ts';
import { remove as removeRule } from '../../functions/gsm/delete.ts';
import { retrieve as retrieveRule } from '../../functions/gsm/retrieve.ts';
import { update as updateRule } from '../../functions/gsm/update.ts';
import { retrieve as retrievePolls } from '../../functions/polls/retrieve.ts';
import { create as createProfileAcquirers } from '../../functions/profile-acquirers/create.ts';
import { update as updateProfileAcquirers } from '../../functions/profile-acquirers/update.ts';
import { listOwn } from '../../functions/profiles/list-own.ts';
import { toggleAgnosticMit } from '../../functions/profiles/toggle-connector-agnostic-mit.ts';
import { toggleExtendedCard } from '../../functions/profiles/toggle-extended-card-info.ts';
import { create as createRelays } from '../../functions/relays/create.ts';
import { retrieve as retrieveRelays } from '../../functions/relays/retrieve.ts';
import { activate as activateRouting } from '../../functions/routing/activate.ts';
import { activateForPayouts as activateForPayoutsRouting } from '../../functions/routing/activate-for-payouts.ts';
import { active as activeRouting } from '../../functions/routing/active.ts';
import { activeForPayouts as activeForPayoutsRouting } from '../../functions/routing/active-for-payouts.ts';
import { create as createRouting } from '../../functions/routing/create.ts';
import { createForPayouts as createForPayoutsRouting } from '../../functions/routing/create-for-payouts.ts';
import { deactivate as deactivateRouting } from '../../functions/routing/deactivate.ts';
import { deactivateForPayouts as deactivateForPayoutsRouting } from '../../functions/routing/deactivate-for-payouts.ts';
import { list as listRouting } from '../../functions/routing/list.ts';
import { listForPayouts as listForPayoutsRouting } from '../../functions/routing/list-for-payouts.ts';
import { listForPayoutsOfProfile as listForPayoutsOfProfileRouting } from '../../functions/routing/list-for-payouts-of-profile.ts';
import { listOfProfile as listOfProfileRouting } from '../../functions/routing/list-of-profile.ts';
import { retrieve as retrieveRouting } from '../../functions/routing/retrieve.ts';
import { retrieveDefault as retrieveDefaultRouting } from '../../functions/routing/retrieve-default.ts';
import { retrieveDefaultForPayouts as retrieveDefaultForPayoutsRouting } from '../../functions/routing/retrieve-default-for-payouts.ts';
import { retrieveDefaultForPayoutsOfProfiles as retrieveDefaultForPayoutsOfProfilesRouting } from '../../functions/routing/retrieve-default-for-payouts-of-profiles.ts';
import { retrieveDefaultOfProfile as retrieveDefaultOfProfileRouting } from '../../functions/routing/retrieve-default-of-profile.ts';
import { updateDefault as updateDefaultRouting } from '../../functions/routing/update-default.ts';
import { updateDefaultForPayouts as updateDefaultForPayoutsRouting } from '../../functions/routing/update-default-for-payouts.ts';
import { updateDefaultForPayoutsOfProfile as updateDefaultForPayoutsOfProfileRouting } from '../../functions/routing/update-default-for-payouts-of-profile.ts';
import { updateDefaultOfProfile as updateDefaultOfProfileRouting } from '../../functions/routing/update-default-of-profile.ts';
import type { ConfigurationStore } from '../../shared/accounts/configuration-store.ts';
import { cachedGsmRules, type GsmStore, gsmStore } from '../../shared/gsm/gsm-store.ts';
import type { Implemented } from '../../shared/http/implement.ts';
import type { Operation } from '../../shared/http/operation.ts';
import type { PaymentStore } from '../../shared/payments/payment-store.ts';
import { type PollStore, pollStore } from '../../shared/polls/poll-store.ts';
import { relayStore } from '../../shared/relays/relay-store.ts';
import type { RelayServices } from '../../shared/relays/send-relay.ts';
import { algorithmStore } from '../../shared/routing/algorithm-store.ts';
import type { RoutingServices } from '../../shared/routing/manage-algorithms.ts';
import type { MerchantSecrets } from '../../shared/secrets/merchant-secrets.ts';
import type { Table } from '../../shared/table/table.ts';

/** What the functions of the routing stack reach beside what all others do. */
export const routingServices = (table: Table, clock: () => Date) => {
  const rules = gsmStore(table);
  return {
    algorithms: algorithmStore(table),
    rules,
    polls: pollStore(table),
    relays: relayStore(table),
    keptRules: cachedGsmRules(rules, () => clock().getTime()),
  };
};

interface Services extends RoutingServices, RelayServices {
  readonly rules: GsmStore;
  readonly configurations: ConfigurationStore;
  readonly payments: PaymentStore;
  readonly polls: PollStore;
  readonly secrets: MerchantSecrets;
}

type Serve<S, Handler> = <O extends Operation, Loaded>(
  implemented: Implemented<O, S, Loaded>,
) => readonly [string, Handler];

/** Every function of the routing stack, served. */
export const serveRouting = <S extends Services, Handler>(serve: Serve<S, Handler>) => [
  serve(activateForPayoutsRouting),
  serve(activateRouting),
  serve(activeForPayoutsRouting),
  serve(activeRouting),
  serve(createForPayoutsRouting),
  serve(createRouting),
  serve(deactivateForPayoutsRouting),
  serve(deactivateRouting),
  serve(listForPayoutsOfProfileRouting),
  serve(listForPayoutsRouting),
  serve(listOfProfileRouting),
  serve(listRouting),
  serve(retrieveDefaultForPayoutsOfProfilesRouting),
  serve(retrieveDefaultForPayoutsRouting),
  serve(retrieveDefaultOfProfileRouting),
  serve(retrieveDefaultRouting),
  serve(retrieveRouting),
  serve(updateDefaultForPayoutsOfProfileRouting),
  serve(updateDefaultForPayoutsRouting),
  serve(updateDefaultOfProfileRouting),
  serve(updateDefaultRouting),
  serve(createRule),
  serve(removeRule),
  serve(retrieveRule),
  serve(updateRule),
  serve(createProfileAcquirers),
  serve(updateProfileAcquirers),
  serve(createRelays),
  serve(retrieveRelays),
  serve(retrievePolls),
  serve(retrieveStorage),
  serve(setStorage),
  serve(listOfProfile),
  serve(listOwn),
  serve(toggleAgnosticMit),
  serve(toggleExtendedCard),
];
