/**
 * Replaces the AWS SDK's search for profiles in bundles: Lambda has no such files. The SDK then
 * uses its default.
 */
export const fromSharedConfigFiles = () => async () => {
  throw Object.assign(new Error('There are no files of configuration on Lambda.'), {
    tryNextLink: true,
  });
};
