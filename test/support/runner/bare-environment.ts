/** The environment of a command that is started with nothing of AWS and no home. */
export const bareEnvironment: NodeJS.ProcessEnv = {
  PATH: process.env.PATH,
  HOME: '/nowhere',
  // Modules that other commands of the run compiled.
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
};
