/**
 * Stands in for the AWS SDK's search of profiles when functions are bundled: there are no such files on
 * Lambda. The SDK goes on with its default.
 */
export const fromSharedConfigFiles = () => async () => {
  throw Object.assign(new Error('There are no files of configuration on Lambda.'), {
    tryNextLink: true,
  });
};
