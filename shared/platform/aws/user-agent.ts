/** Our user agent for AWS, which CloudTrail records, in the SDK's pairs. */
export const userAgentParts = (): [name: string, version?: string][] => [
  ['turnout'],
  ['lang/js'],
  ['md/nodejs', process.versions.node],
  ['exec-env', process.env.AWS_EXECUTION_ENV ?? 'none'],
];

/** The same as a header. */
export const userAgent = () =>
  userAgentParts()
    .map((part) => part.join('/'))
    .join(' ');
