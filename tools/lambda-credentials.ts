/**
 * Stands in for the AWS client's search for credentials when functions are bundled. On Lambda they
 * are in the environment, always; the search for them elsewhere (profiles, SSO, instance metadata)
 * would be a fifth of every bundle and of what a cold start has to read.
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
