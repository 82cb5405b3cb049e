/** The output of the stack Data, and of a standby, that names the key of stored data. */
export const keyArnOutput = 'KeyArn';

/** The name of the stack of a stage that stands by in another Region. */
export const standbyNameOf = ({ name }: { readonly name: string }): string =>
  `turnout-${name}-standby`;
