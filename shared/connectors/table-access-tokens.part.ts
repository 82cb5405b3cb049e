// Access tokens that are shared, loaded for the first connector that wants one.
export { tableAccessTokens } from './table-access-tokens.ts';
