/** Apart from payments and from the configuration: only profiles that learn have the item. */
export const scoresKey = (merchantId: string, profileId: string) => ({
  pk: `MERCHANT#${merchantId}#SCORES`,
  sk: `PROFILE#${profileId}`,
});
