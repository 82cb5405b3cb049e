import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import * as v from 'valibot';
import { eventTypesOf } from '#vocabulary/event-types.ts';
import { webhookEventsDocument } from '../../scripts/documents/webhook-events-document.ts';
import { documentFiles, webhookEventsFile } from '../../scripts/documents/written-files.ts';
import { webhookBodies } from '../support/receivers/webhook-bodies.ts';

const read = (file: string) => readFileSync(join(import.meta.dirname, '..', '..', file), 'utf8');

let bodies: ReadonlyMap<string, readonly string[]>;
/** The first body of each type, which the page shows. */
let shown: ReadonlyMap<string, string>;

beforeAll(async () => {
  bodies = await webhookBodies();
  shown = new Map([...bodies].map(([type, [first = '']]) => [type, first]));
});

const Document = v.object({
  components: v.record(v.string(), v.unknown()),
  webhooks: v.record(
    v.string(),
    v.object({
      post: v.object({
        requestBody: v.object({
          content: v.object({
            'application/json': v.object({ schema: v.record(v.string(), v.unknown()) }),
          }),
        }),
      }),
    }),
  ),
});

/** Finds the errors of a webhook by the published schema of its class; empty without errors. */
function publishedValidator() {
  const { components, webhooks } = v.parse(Document, JSON.parse(read(documentFiles.switch)));
  const ajv = new Ajv2020({ strict: true, strictTypes: false, validateFormats: false });
  ajv.addVocabulary(['components']);
  ajv.addSchema({ $id: 'document', components });
  const validators = new Map(
    Object.entries(webhooks).map(([name, { post }]) => {
      const { schema } = post.requestBody.content['application/json'];
      const within = JSON.stringify(schema).replaceAll('"#/', '"document#/');
      return [name, ajv.compile(JSON.parse(within))];
    }),
  );
  return (eventClass: string, body: string) => {
    const isPublished = validators.get(eventClass);
    if (!isPublished) return `${eventClass} is not published`;
    return isPublished(JSON.parse(body)) ? '' : ajv.errorsText(isPublished.errors);
  };
}

describe('the page of webhook events', () => {
  it('the page of webhook events shows no secret of a customer', () => {
    expect(read(webhookEventsFile)).not.toMatch(/_secret_|"(client_secret|sdk_authorization)"/);
  });

  it('the page of webhook events is not written when a type described as sent has no payload', () => {
    const without = new Map([...shown].filter(([type]) => type !== 'payment_expired'));
    expect(() => webhookEventsDocument(without)).toThrow(': payment_expired');
  });

  it('the page of webhook events is not written when the switch sends a type described as never sent', () => {
    const more = new Map([...shown, ['invoice_paid', '{}']]);
    expect(() => webhookEventsDocument(more)).toThrow(': invoice_paid');
  });
});

it.each(Object.entries(eventTypesOf))(
  'webhooks about %s are as the description of the API says',
  (eventClass, types) => {
    const mismatchOf = publishedValidator();
    const wrong = types
      .flatMap((type) => bodies.get(type) ?? [])
      .map((body) => mismatchOf(eventClass, body))
      .filter((mismatch) => mismatch !== '');
    expect(wrong).toEqual([]);
  },
);
