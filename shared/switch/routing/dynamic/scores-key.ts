/** Apart from payments and from the configuration: only profiles that learn have the item. */
export const scoresKey = (merchantId: string, profileId: string) => ({
  pk: `MERCHANT#${merchantId}#SCORES`,
  sk: `PROFILE#${profileId}`,
});

/** Whether an item holds scores: it has the sort key of its profile, in a partition of its own. */
export const isScores = ({ pk }: { readonly pk?: unknown }): boolean =>
  String(pk).endsWith('#SCORES');
