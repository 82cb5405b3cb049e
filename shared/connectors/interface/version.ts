/**
 * The version of the interface of connectors: of all that `interface/` exports. It is raised with a
 * change after which a connector that was written for the version before could be wrong, and the
 * launcher then refuses such a connector. `docs/own-connector.md` says what each version changed.
 */
export const interfaceVersion = 1;
