// Replaces the module in which the AWS SDK finds the trace of an invocation, in bundles. Here a
// container has one invocation at a time, and the environment contains its trace. The SDK reads the
// environment when this module has no trace.
export const InvokeStore = { getInstanceAsync: async () => undefined };
