import {
  type ConfigurationReads,
  configurationReads,
} from '#merchants/accounts/configuration-store.ts';
import { lambda } from '#merchants/lambda.ts';
import { isSwitchError, SwitchError } from '#platform/errors.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { publicUrl } from '#platform/stage.ts';
import { liveTable } from '#platform/table/table.ts';
import {
  collectLinkAddress,
  collectLinkExpiry,
  collectLinkSettings,
  enabledMethods,
  newCollectLink,
} from '#switch/collect-links/collect-link.ts';
import {
  type CollectLinkStore,
  collectLinkStore,
} from '#switch/collect-links/collect-link-store.ts';
import { createCollectLink } from '#switch/collect-links/operations.ts';
import { type CustomerStore, customerStore } from '#switch/customers/customer-store.ts';
import { awaitedPaymentMethod } from '#switch/payment-methods/payment-method.ts';
import {
  newNames,
  type PaymentMethodStore,
  paymentMethodStore,
} from '#switch/payment-methods/payment-method-store.ts';

interface Services {
  readonly customers: Pick<CustomerStore, 'get'>;
  readonly configurations: ConfigurationReads;
  readonly paymentMethods: Pick<PaymentMethodStore, 'create'>;
  readonly collectLinks: Pick<CollectLinkStore, 'create'>;
  /** The switch's public base URL. */
  readonly switchUrl: string;
}

/**
 * Creates a link on which a customer saves a card. The payment method that the page completes is
 * created first. Without its link it awaits data until the same time, and is inactive then.
 */
export const create = implement(createCollectLink, {
  load: async ({ merchantId, body }, { customers, configurations }: Services) => {
    const [customer, { account }] = await Promise.all([
      findCustomer(merchantId, body.customer_id, customers),
      configurations.recent(merchantId),
    ]);
    return { customer, account };
  },

  async run({ caller, body, headers, now }, services: Services, { customer, account }) {
    const { merchantId } = caller;
    if (customer.redactedAt !== undefined) throw new SwitchError('customer_redacted');
    const enabled = enabledMethods(body, collectLinkSettings(account));
    const names = newNames();
    const link = newCollectLink({
      account,
      request: body,
      paymentMethodId: names.id,
      switchUrl: services.switchUrl,
      acceptLanguage: headers['accept-language'],
      now,
    });
    const owner = { merchantId, customerId: customer.id };
    const until = collectLinkExpiry(body, now);
    const facts = { method: 'card' };
    const awaited = await services.paymentMethods.create(
      awaitedPaymentMethod(owner, facts, names, now, until),
    );
    const saved = await services.collectLinks.create(link);
    return {
      pm_collect_link_id: saved.id,
      customer_id: saved.customerId,
      expiry: saved.expiresAt,
      link: collectLinkAddress(saved, awaited),
      return_url: saved.returnUrl ?? null,
      logo: saved.logo ?? null,
      merchant_name: saved.merchantName ?? null,
      theme: saved.theme ?? null,
      enabled_payment_methods: enabled,
    };
  },
});

/** The link's customer. Hyperswitch answers an unknown one with an error of its own. */
async function findCustomer(merchantId: string, id: string, customers: Pick<CustomerStore, 'get'>) {
  try {
    return await customers.get(merchantId, id);
  } catch (error) {
    if (!isSwitchError(error, 'customer_not_found')) throw error;
    const message = `customer [${id}] not found for merchant [${merchantId}]`;
    throw new SwitchError('invalid_request', { message });
  }
}

export const handler = lambda(create, () => ({
  customers: customerStore(liveTable()),
  configurations: configurationReads(liveTable()),
  paymentMethods: paymentMethodStore(liveTable()),
  collectLinks: collectLinkStore(liveTable()),
  switchUrl: publicUrl() ?? '',
}));
