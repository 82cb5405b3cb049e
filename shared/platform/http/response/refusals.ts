// Loaded late: most requests are not refused.

export { hintOfError } from '../hints/hint-of-error.ts';
export { ignoredMemberHint, resembles, schemaHint } from '../hints/schema-hint.ts';
export { describeIssue } from './describe-issue.ts';
export { isOurFailure, publicError } from './error-catalogue.ts';
