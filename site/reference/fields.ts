import { escaped } from '#platform/http/response/html-page.ts';
import { ownMember } from '../../shared/platform/own-member.ts';
import { linkTo } from '../documents.ts';
import { type Description, type Schema, schemaNameOf } from './description.ts';

/** The names that link a schema from a page. */
export interface SchemaLinks {
  /** The address of the page. */
  readonly from: string;
  readonly folder: string;
  /** Turns inline Markdown into HTML. */
  readonly inline: (text: string) => string;
}

export const schemaAddress = (folder: string, name: string) => `${folder}/schemas/${name}.html`;

/** The fields of a schema, with those of a shared schema at its place; '' for a single value. */
export function fieldsOf(schema: Schema, description: Description, links: SchemaLinks): string {
  const shared = schema.$ref
    ? ownMember(description.components.schemas, schemaNameOf(schema.$ref))
    : schema;
  if (!shared) return '';
  if (shared.properties) return fieldList(shared, links);
  const variants = shared.anyOf ?? shared.oneOf;
  if (variants && !isPlain(shared)) {
    return `<ul class="variants">${variants
      .map((one) => `<li>${typeOf(one, links)}${one.properties ? fieldList(one, links) : ''}</li>`)
      .join('')}</ul>`;
  }
  return `<p class="type">${typeOf(shared, links)}</p>`;
}

/** Whether each variant of a schema fits in a line. */
const isPlain = (schema: Schema) =>
  (schema.anyOf ?? schema.oneOf ?? []).every((one) => !one.properties && !one.$ref);

function fieldList({ properties = {}, required = [] }: Schema, links: SchemaLinks): string {
  const fields = Object.entries(properties).map(([name, field]) => {
    const nested = objectIn(field);
    return `<dt><code>${escaped(name)}</code> <span class="type">${typeOf(field, links)}</span>${
      required.includes(name) ? ' <b class="required">required</b>' : ''
    }</dt><dd>${links.inline(field.description ?? '')}${nested ? fieldList(nested, links) : ''}</dd>`;
  });
  return `<dl class="fields">${fields.join('\n')}</dl>`;
}

/** The object that a field holds, where it is stated at its place and not shared. */
function objectIn(schema: Schema): Schema | undefined {
  if (schema.properties) return schema;
  if (schema.items) return objectIn(schema.items);
  const variants = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  return variants.map(objectIn).find((one) => one !== undefined);
}

/** The type of a value in one line, with links to shared schemas. */
export function typeOf(schema: Schema, links: SchemaLinks): string {
  if (schema.$ref) {
    const name = schemaNameOf(schema.$ref);
    const href = linkTo(schemaAddress(links.folder, name), links.from);
    return `<a href="${href}">${escaped(name)}</a>`;
  }
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants) {
    const types = variants.filter(({ type }) => type !== 'null').map((one) => typeOf(one, links));
    return [...new Set(types)].join(' or ');
  }
  if (schema.const !== undefined) return valueText(schema.const);
  if (schema.enum) return schema.enum.map(valueText).join(' | ');
  if (schema.prefixItems) {
    return `list of ${schema.prefixItems.map((one) => typeOf(one, links)).join(', ')}`;
  }
  if (schema.type === 'array') {
    return `list of ${schema.items ? typeOf(schema.items, links) : 'values'}${boundsOf(schema)}`;
  }
  if (schema.type === 'object' || schema.properties) {
    const { additionalProperties: values } = schema;
    return typeof values === 'object' && Object.keys(values).length > 0
      ? `object of ${typeOf(values, links)}`
      : 'object';
  }
  const type =
    typeof schema.type === 'string' ? schema.type : (schema.type ?? ['any']).join(' or ');
  return `${escaped(type)}${boundsOf(schema)}`;
}

const valueText = (value: unknown) => `<code>${escaped(JSON.stringify(value))}</code>`;

/** Limits of a value, such as `, 1 to 255 characters`. */
function boundsOf({ minimum, maximum, minLength, maxLength, minItems, maxItems }: Schema): string {
  return (
    rangeOf(minimum, maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum, '') +
    rangeOf(minLength || undefined, maxLength, ' characters') +
    rangeOf(minItems || undefined, maxItems, ' entries')
  );
}

function rangeOf(from: number | undefined, to: number | undefined, unit: string): string {
  const shown = (value: number) => value.toLocaleString('en');
  if (from !== undefined && to !== undefined) {
    return from === to ? `, ${shown(to)}${unit}` : `, ${shown(from)} to ${shown(to)}${unit}`;
  }
  if (to !== undefined) return `, up to ${shown(to)}${unit}`;
  return from === undefined ? '' : `, at least ${shown(from)}${unit}`;
}
