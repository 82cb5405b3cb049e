/**
 * Whom a card belongs to: a merchant by its merchant_id, or the deployment itself, which has a name
 * that no merchant can have.
 */
export const deploymentTenant = 'own.deployment';
