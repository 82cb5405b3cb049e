import * as v from 'valibot';
import { receiverUrl } from '#platform/http/egress/receiver-url.ts';
import { randomText } from '#platform/ids.ts';
import { invalidRequest, noSuch } from './errors.ts';
import { formBoolean, formList, formMetadata, optionalText, readForm } from './form-fields.ts';
import { StripeMetadata } from './intent.ts';
import { apiVersion, seconds, type WireHandler, type WireServices } from './wire.ts';
import { ok } from './wire-answer.ts';

/** An address that gets a key's events, signed with a secret of its own. */
const Endpoint = v.object({
  id: v.string(),
  url: v.string(),
  secret: v.string(),
  enabledEvents: v.array(v.string()),
  description: v.nullable(v.string()),
  metadata: StripeMetadata,
  disabled: v.boolean(),
  created: v.string(),
});
type Endpoint = v.InferOutput<typeof Endpoint>;

/** All endpoints of a key are one object, so that the sender reads them in one step. */
const listId = 'webhook_endpoints';
const EndpointList = v.object({ endpoints: v.array(Endpoint) });
const listOf = (found: unknown): readonly Endpoint[] =>
  found === undefined ? [] : v.parse(EndpointList, found).endpoints;

const mostEndpoints = 16;

/** The addresses that get an event of this type. */
export async function endpointsFor(
  keyHash: string,
  type: string,
  objects: Pick<WireServices['objects'], 'find'>,
): Promise<readonly Pick<Endpoint, 'url' | 'secret'>[]> {
  return listOf(await objects.find(keyHash, listId)).filter(
    ({ disabled, enabledEvents }) =>
      !disabled && (enabledEvents.includes('*') || enabledEvents.includes(type)),
  );
}

const present = ({ secret: _, enabledEvents, disabled, created, ...endpoint }: Endpoint) => ({
  ...endpoint,
  object: 'webhook_endpoint',
  api_version: apiVersion,
  application: null,
  created: seconds(created),
  enabled_events: enabledEvents,
  livemode: false,
  status: disabled ? 'disabled' : 'enabled',
});

const CreateForm = v.strictObject({
  api_version: optionalText(),
  connect: v.optional(formBoolean),
  description: optionalText(),
  enabled_events: formList,
  expand: v.optional(formList, []),
  metadata: v.optional(formMetadata, {}),
  url: receiverUrl(2_048),
});

/** Registers an endpoint. Only this answer shows its secret. */
export const createWebhookEndpoint: WireHandler = async (request, { objects }) => {
  const { keyHash, now } = request;
  const form = readForm(CreateForm, request.form);
  const id = `we_${request.idSuffix('we')}`;
  const fresh: Endpoint = {
    id,
    url: form.url,
    secret: `whsec_${randomText(32)}`,
    enabledEvents: [...form.enabled_events],
    description: form.description ?? null,
    metadata: form.metadata,
    disabled: false,
    created: now.toISOString(),
  };
  const { endpoints } = await objects.change(keyHash, listId, (found) => {
    const before = listOf(found);
    if (before.some((one) => one.id === id)) return { endpoints: [...before] };
    if (before.length >= mostEndpoints) {
      throw invalidRequest({
        message: `You have reached the maximum of ${mostEndpoints} test webhook endpoints.`,
      });
    }
    return { endpoints: [...before, fresh] };
  });
  const made = endpoints.find((one) => one.id === id) ?? fresh;
  return ok({ ...present(made), secret: made.secret });
};

export const listWebhookEndpoints: WireHandler = async ({ keyHash }, { objects }) =>
  ok({
    object: 'list',
    data: listOf(await objects.find(keyHash, listId)).map(present),
    has_more: false,
    url: '/v1/webhook_endpoints',
  });

export const retrieveWebhookEndpoint: WireHandler = async ({ keyHash }, { objects }, id) =>
  ok(present(requireEndpoint(listOf(await objects.find(keyHash, listId)), id)));

const UpdateForm = v.strictObject({
  description: optionalText(),
  disabled: v.optional(formBoolean),
  enabled_events: v.optional(formList),
  expand: v.optional(formList, []),
  metadata: v.optional(formMetadata),
  url: v.optional(receiverUrl(2_048)),
});

export const updateWebhookEndpoint: WireHandler = async (request, { objects }, id) => {
  const form = readForm(UpdateForm, request.form);
  const { endpoints } = await objects.change(request.keyHash, listId, (found) => {
    const before = listOf(found);
    const one = requireEndpoint(before, id);
    const next: Endpoint = {
      ...one,
      url: form.url ?? one.url,
      enabledEvents: [...(form.enabled_events ?? one.enabledEvents)],
      description: form.description ?? one.description,
      metadata: { ...one.metadata, ...form.metadata },
      disabled: form.disabled ?? one.disabled,
    };
    return { endpoints: before.map((each) => (each === one ? next : each)) };
  });
  return ok(present(requireEndpoint(endpoints, id)));
};

export const deleteWebhookEndpoint: WireHandler = async ({ keyHash }, { objects }, id) => {
  await objects.change(keyHash, listId, (found) => {
    const one = requireEndpoint(listOf(found), id);
    return { endpoints: listOf(found).filter((each) => each.id !== one.id) };
  });
  return ok({ id, object: 'webhook_endpoint', deleted: true });
};

function requireEndpoint(endpoints: readonly Endpoint[], id: string): Endpoint {
  const found = endpoints.find((one) => one.id === id);
  if (!found) throw noSuch('webhook endpoint', id, 'webhook_endpoint');
  return found;
}
