import * as v from 'valibot';

export const AuthenticationType = v.picklist(['three_ds', 'no_three_ds']);
export type AuthenticationType = v.InferOutput<typeof AuthenticationType>;
