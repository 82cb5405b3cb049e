import type { WebhookContent, WebhookSubject } from './interface/webhooks.ts';

/**
 * The object that a processor's report names: by our reference, else by the processor's id.
 * Undefined where it names none. An account at a processor may serve other systems too, whose
 * objects lack members of ours.
 */
export function subjectNamed(
  reference: string | null | undefined,
  connectorId: string | null | undefined,
): WebhookSubject | undefined {
  if (reference) return { reference, ...(connectorId && { connectorId }) };
  return connectorId ? { connectorId } : undefined;
}

/**
 * The content of a webhook about this object; nothing without an object. An error in its place would
 * refuse a genuine webhook, which the processor then repeats for days.
 */
export const contentAbout = (
  subject: WebhookSubject | undefined,
  contentOf: (subject: WebhookSubject) => WebhookContent,
): WebhookContent => (subject ? contentOf(subject) : { kind: 'nothing' });
