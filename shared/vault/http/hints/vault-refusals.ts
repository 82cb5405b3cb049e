// Loaded late: most requests are not refused.
export { vaultHint } from './vault-hint.ts';
export { vaultRouteHint } from './vault-route-hint.ts';
export { vaultSchemaHint } from './vault-schema-hint.ts';
