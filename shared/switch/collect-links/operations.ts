import * as v from 'valibot';
import { defineOperation } from '#platform/http/operation/operation.ts';
import { chosenName, given, Identifier, integer, text, url } from '#platform/schema.ts';
import { PaymentMethod, PaymentMethodType } from '#vocabulary/payment-methods.ts';
import { PageQuery } from '../payments/redirect/page-token.ts';

const EnabledMethods = v.array(
  v.object({ payment_method: PaymentMethod, payment_method_types: v.array(PaymentMethodType) }),
);

/** Unknown members are ignored, as by Hyperswitch. */
export const CreateCollectLinkRequest = v.object({
  pm_collect_link_id: given(Identifier),
  customer_id: Identifier,
  logo: given(text(255)),
  merchant_name: given(chosenName(255)),
  theme: given(text(255)),
  /** In seconds; 900 unless stated. */
  session_expiry: given(integer(0, 4_294_967_295)),
  return_url: given(url(2_048)),
  enabled_payment_methods: given(EnabledMethods),
});
export type CreateCollectLinkRequest = v.InferOutput<typeof CreateCollectLinkRequest>;

export const CollectLinkResponse = v.object({
  pm_collect_link_id: v.string(),
  customer_id: v.string(),
  expiry: v.string(),
  link: v.string(),
  return_url: v.nullable(v.string()),
  logo: v.nullable(v.string()),
  merchant_name: v.nullable(v.string()),
  theme: v.nullable(v.string()),
  enabled_payment_methods: EnabledMethods,
});
export type CollectLinkResponse = v.InferOutput<typeof CollectLinkResponse>;

export const createCollectLink = defineOperation({
  name: 'collect-links.create',
  method: 'POST',
  path: '/payment_methods/collect',
  summary: 'Create a link to a page on which a customer saves a card',
  about: {
    description:
      'Creates a link to a page on which the customer saves a card, to pay with or to be paid to. Only cards can be saved.',
  },
  auth: 'secret key',
  body: CreateCollectLinkRequest,
  response: CollectLinkResponse,
  errors: ['invalid_request', 'customer_redacted', 'not_implemented', 'collect_link_exists'],
  access: { table: ['GetItem', 'PutItem', 'Query'], publicUrl: true },
  impact: 'Merchants cannot create links on which customers save cards.',
  example: {
    body: {
      pm_collect_link_id: 'pm_collect_link_new',
      customer_id: 'customer_example',
      return_url: 'https://shop.example/return',
    },
  },
});

/**
 * The page needs no key: the customer's browser shows the page token from the link, and without it
 * the page does not open. Further query parameters are ignored, because other systems may add some
 * when a link is passed on.
 */
export const showCollectLink = defineOperation({
  name: 'collect-links.show',
  method: 'GET',
  path: '/payment_methods/collect/{merchant_id}/{pm_collect_link_id}',
  summary: 'Show the page on which a customer saves a card',
  about: { description: 'The page behind such a link, for browsers.' },
  auth: 'none',
  params: v.object({ merchant_id: Identifier, pm_collect_link_id: Identifier }),
  query: v.object({ locale: v.optional(v.string()), ...PageQuery.entries }),
  response: v.string(),
  errors: ['collect_link_not_found'],
  notFound: 'collect_link_not_found',
  isPage: true,
  access: { table: ['GetItem', 'Query'] },
  impact: 'Customers cannot save cards on links; payments continue.',
  example: {
    params: { merchant_id: 'merchant_example', pm_collect_link_id: 'pm_collect_link_example' },
  },
});
