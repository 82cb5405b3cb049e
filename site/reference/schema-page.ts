import { escaped } from '#platform/http/response/html-page.ts';
import { ownMember } from '../../shared/platform/own-member.ts';
import { fieldsOf, schemaAddress } from './fields.ts';
import type { ReferenceContext, ReferencePage } from './operation-page.ts';

/** The page of a schema that several operations share. */
export function schemaPage(name: string, context: ReferenceContext): ReferencePage {
  const address = schemaAddress(context.folder, name);
  const { description, folder, inline } = context;
  const words = ownMember(description.components.schemas, name)?.description;
  return {
    address,
    title: name,
    headings: [{ level: 1, id: 'schema', text: name }],
    html: `<h1 id="schema">${escaped(name)}</h1>
${words === undefined ? '' : `<p>${inline(words)}</p>`}
${fieldsOf({ $ref: name }, description, { from: address, folder, inline })}`,
  };
}
