/** The module that suites import as `@jest/globals`. */
export const jest = {
  fn: (...given) => globalThis.jest.fn(...given),
  spyOn: (...given) => globalThis.jest.spyOn(...given),
  retryTimes: (times) => globalThis.jest.retryTimes(times),
};
