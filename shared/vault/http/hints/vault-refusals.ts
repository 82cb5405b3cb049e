// The code that a function of the vault loads only to answer a refused or failed request.
export { vaultHint } from './vault-hint.ts';
export { vaultRouteHint } from './vault-route-hint.ts';
export { vaultSchemaHint } from './vault-schema-hint.ts';
