/** The credentials of a request, which identify its caller. */
export interface PresentedCredentials {
  readonly apiKey: string | undefined;
  readonly clientSecret: string | undefined;
  /** The profile that the caller wants to act for. */
  readonly profileId: string | undefined;
  /** The merchant that the path names, where it names one. */
  readonly pathMerchantId: string | undefined;
  /** The customer that the path names, where it names one. */
  readonly pathCustomerId?: string | undefined;
  /** Right once the table has answered: see `clock.ts`. */
  readonly clock: () => Date;
}
