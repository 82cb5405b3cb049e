/** `snd` in a sandbox, `prd` in production: the beginning of every key and key identifier. */
export const environment = (): string => process.env.KEY_ENVIRONMENT ?? 'snd';

/** Whether the simulated processors may be used: nowhere near real money. */
export const sandboxUrl = (): string | undefined => process.env.SANDBOX_URL || undefined;

/** On a laptop a merchant's server may be the laptop itself. */
export const loopbackAllowed = (): boolean => process.env.LOOPBACK_ALLOWED === 'true';
