class OwnError extends Error {}

export function failed() {
  return new OwnError('failed');
}
