/**
 * Settings that do not affect one another, of which several suites prove one each: synthesizing an app
 * takes seconds.
 */
export const manySettings = {
  traces: 'on',
  codeSigningConfig:
    'arn:aws:lambda:eu-west-1:123456789012:code-signing-config:csc-0123456789abcdef0',
  publicUrl: 'https://pay.shop.example',
  keylessConcurrency: 10,
  owner: 'team payments',
} as const;

/** Others, for a production. */
export const moreSettings = { traceSampling: 1, publicUrl: 'https://shop.example/pay/' } as const;

/** Some of a sandbox. */
export const sandboxSettings = { traceSampling: '0.05', owner: 'team payments' } as const;
