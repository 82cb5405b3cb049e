/** The unified error of an error of which neither a rule nor the processor's code names a reason. */
export const unnamedError = { code: 'UE_9000', message: 'Something went wrong' } as const;
