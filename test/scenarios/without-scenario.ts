/**
 * The verbs of operations without a scenario, by the noun of their names. The list may only shrink:
 * a new operation comes with its scenario, and an operation that gets one leaves the list. The
 * requests of the vault are in `test/shared/vault/vault-exercises.ts` and
 * `test/support/exercise-vault.ts`.
 */
const verbsByNoun = {
  vault: `
    list-api-keys create-api-key retrieve-api-key revoke-api-key create-session-token store-card
    retrieve-card list-cards delete-card authorize-card capture-form capture-card show-card
    show-cvc-page take-cvc asset embed-script send-card capture-cards list-destinations
    create-destination delete-destination list-tokenization-profiles create-tokenization-profile
    retrieve-tokenization-profile update-tokenization-profile delete-tokenization-profile
  `,
};

/** Operations without a scenario, by name. */
export const withoutScenario: readonly string[] = Object.entries(verbsByNoun).flatMap(
  ([noun, verbs]) => (verbs.match(/\S+/g) ?? []).map((verb) => `${noun}.${verb}`),
);
