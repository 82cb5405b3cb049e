// Stands in for what the AWS SDK asks for the trace of an invocation when functions are bundled. A
// container has one invocation at a time here, whose trace is in the environment: there the SDK looks
// when this has none.
export const InvokeStore = { getInstanceAsync: async () => undefined };
