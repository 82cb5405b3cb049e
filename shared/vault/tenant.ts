/**
 * The owner of a card: a merchant by its merchant_id, or the deployment itself, whose name no
 * merchant can have.
 */
export const deploymentTenant = 'own.deployment';
