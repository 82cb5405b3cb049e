// What a function says when it refuses a request or fails.
export { customerErrorPage } from './customer-page.ts';
export { describeIssue } from './describe-issue.ts';
export { publicError } from './error-catalogue.ts';
