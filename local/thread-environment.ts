/**
 * The environment of a new thread: the folder of modules that were compiled before, and no other
 * variable of this process.
 */
export function threadEnvironment(): Record<string, string> {
  const { NODE_COMPILE_CACHE } = process.env;
  return NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE };
}
