/**
 * The functions whose grants one suite holds. Together the parts hold all: what is in none of the
 * first two is in the last.
 */
const ofPayments = /^(payments|refunds|payouts|mandates|disputes|files|relays)\./;
const ofVault = /^(vault|vault-jobs|queues|sandbox|payment-methods)\./;

export const grantParts = {
  payments: (name: string) => ofPayments.test(name),
  vaultAndQueues: (name: string) => ofVault.test(name),
  others: (name: string) => !ofPayments.test(name) && !ofVault.test(name),
} as const;
