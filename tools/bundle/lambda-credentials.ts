/**
 * Replaces the AWS client's credential lookup in bundles. On Lambda, credentials are always in the
 * environment. The lookup elsewhere (profiles, SSO, instance metadata) would be a fifth of every
 * bundle, which each cold start reads.
 */
export const defaultProvider = () => async () => {
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN } = process.env;
  if (!AWS_ACCESS_KEY_ID || !AWS_SECRET_ACCESS_KEY) {
    throw new Error('The environment holds no AWS credentials: this bundle is made for Lambda.');
  }
  return {
    accessKeyId: AWS_ACCESS_KEY_ID,
    secretAccessKey: AWS_SECRET_ACCESS_KEY,
    ...(AWS_SESSION_TOKEN && { sessionToken: AWS_SESSION_TOKEN }),
  };
};
