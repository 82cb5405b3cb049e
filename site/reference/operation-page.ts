import { escaped } from '#platform/http/response/html-page.ts';
import { ownMember } from '../../shared/platform/own-member.ts';
import { linkTo } from '../documents.ts';
import type { Highlight } from '../highlight.ts';
import { codeBlock, type Heading } from '../markdown.ts';
import type { Description, Operation, Schema } from './description.ts';
import { fieldsOf, type SchemaLinks, typeOf } from './fields.ts';
import { exampleNote, snippetsOf } from './snippets.ts';

/** Turns inline Markdown, such as a field's description, into HTML. */
type Inline = (text: string) => string;

export interface ReferenceContext {
  readonly description: Description;
  /** The folder of this API's pages in the site: `api` or `vault-api`. */
  readonly folder: string;
  readonly highlight: Highlight;
  readonly inline: Inline;
}

export interface ReferencePage {
  readonly address: string;
  readonly title: string;
  readonly html: string;
  readonly headings: readonly Heading[];
}

export const operationAddress = (folder: string, { operationId }: Operation) =>
  `${folder}/${operationId}.html`;

/** The page of an operation: keys, request, answers and an example in each language. */
export function operationPage(operation: Operation, context: ReferenceContext): ReferencePage {
  const address = operationAddress(context.folder, operation);
  const { description, inline } = context;
  const links: SchemaLinks = { from: address, folder: context.folder, inline };
  const { summary, method, path } = operation;
  const headings: Heading[] = [{ level: 1, id: 'operation', text: summary }];
  const section = (id: string, text: string, html: string) => {
    if (html === '') return '';
    headings.push({ level: 2, id, text });
    return `<h2 id="${id}">${escaped(text)}</h2>\n${html}\n`;
  };
  const html = `<h1 id="operation">${escaped(summary)}</h1>
<p class="route"><b class="method ${method.toLowerCase()}">${method}</b> <code>${escaped(path)}</code></p>
${operation.description
  .split('\n\n')
  .map((text) => `<p>${inline(text)}</p>`)
  .join('\n')}
${section('keys', 'Keys', keysOf(operation, description, inline))}${section('example', 'Example', examplesOf(operation, context))}${section('parameters', 'Parameters', parametersOf(operation, links))}${section('request', 'Request', requestOf(operation, description, links))}${section('answer', 'Answer', answersOf(operation, context, links))}${section('errors', 'Errors', errorsOf(operation, context, address))}`;
  return { address, title: summary, html, headings };
}

function keysOf({ security }: Operation, { components }: Description, inline: Inline): string {
  const schemes = security.flatMap((one) => Object.keys(one));
  if (schemes.length === 0) return '<p>None: the operation is open.</p>';
  return `<ul>${schemes
    .map((scheme) => {
      const { name = '', description = '' } = ownMember(components.securitySchemes, scheme) ?? {};
      return `<li><code>${escaped(name)}</code>: ${inline(description)}</li>`;
    })
    .join('')}</ul>`;
}

function examplesOf(operation: Operation, context: ReferenceContext): string {
  const { description, highlight, inline } = context;
  const snippets = snippetsOf(operation, description);
  if (snippets.length === 0) return '';
  const note = exampleNote(operation);
  return `${note === '' ? '' : `<p>${inline(note)}</p>\n`}<div class="tabs">${snippets
    .map(
      ({ name, language, code }) =>
        `<section aria-label="${name}">${codeBlock(highlight(code, language), language)}</section>`,
    )
    .join('\n')}</div>`;
}

function parametersOf({ parameters }: Operation, links: SchemaLinks): string {
  if (parameters.length === 0) return '';
  return `<dl class="fields">${parameters
    .map(
      ({ name, in: place, required, schema, description }) =>
        `<dt><code>${escaped(name)}</code> <span class="type">${place}${
          schema ? `, ${typeOf(schema, links)}` : ''
        }</span>${required ? ' <b class="required">required</b>' : ''}</dt><dd>${links.inline(description ?? '')}</dd>`,
    )
    .join('\n')}</dl>`;
}

function requestOf(
  { requestBody }: Operation,
  description: Description,
  links: SchemaLinks,
): string {
  return Object.entries(requestBody?.content ?? {})
    .map(
      ([type, { schema }]) =>
        `<p><code>${escaped(type)}</code></p>${schema ? fieldsOf(schema, description, links) : ''}`,
    )
    .join('\n');
}

const isGood = (status: string) => /^[123]/.test(status) || status === 'default';

function answersOf(
  { responses }: Operation,
  { description, highlight }: ReferenceContext,
  links: SchemaLinks,
): string {
  return Object.entries(responses)
    .filter(([status]) => isGood(status))
    .map(([status, { description: words, content }]) => {
      const bodies = Object.entries(content).map(([type, { schema, example }]) => {
        const shown =
          example === undefined || type !== 'application/json'
            ? ''
            : codeBlock(highlight(JSON.stringify(withoutNulls(example), null, 2), 'json'), 'json');
        const hidden = shown === '' ? '' : '<p>Members that are null are left out here.</p>';
        return `<p><code>${escaped(type)}</code></p>${shown}${hidden}${
          schema ? answerFields(schema, description, links) : ''
        }`;
      });
      return `<h3>${escaped(status)}</h3><p>${links.inline(words)}</p>${bodies.join('\n')}`;
    })
    .join('\n');
}

/** The fields of an answer; those of a shared schema are on its own page. */
function answerFields(schema: Schema, description: Description, links: SchemaLinks): string {
  if (schema.$ref) return `<p>Fields: ${typeOf(schema, links)}</p>`;
  const fields = fieldsOf(schema, description, links);
  return fields === '' ? '' : `<details><summary>Fields</summary>${fields}</details>`;
}

/** An example without the members that are null, which say nothing to a reader. */
function withoutNulls(example: unknown): unknown {
  if (Array.isArray(example)) return example.map(withoutNulls);
  if (typeof example !== 'object' || example === null) return example;
  return Object.fromEntries(
    Object.entries(example)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => [name, withoutNulls(value)]),
  );
}

/** The refusals of an operation, a row for each status and message. */
function errorsOf(
  { responses }: Operation,
  { inline, folder }: ReferenceContext,
  address: string,
): string {
  const rows = Object.entries(responses)
    .filter(([status]) => !isGood(status))
    .flatMap(([status, { description, content }]) => {
      const messages = Object.values(content['application/json']?.examples ?? {}).map(({ value }) =>
        messageOf(value),
      );
      return messages.length === 0
        ? [`<tr><td>${status}</td><td colspan="2">${inline(description)}</td></tr>`]
        : messages.map(
            ({ code, message }) =>
              `<tr><td>${status}</td><td><code>${escaped(code)}</code></td><td>${escaped(message)}</td></tr>`,
          );
    });
  if (rows.length === 0) return '';
  const more =
    folder === 'api'
      ? `<p>The next step after each: <a href="${linkTo('errors.html', address)}">Errors</a>.</p>`
      : '';
  return `<div class="wide-table" tabindex="0"><table><thead><tr><th>Status</th><th>Code</th><th>Message</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>${more}`;
}

function messageOf(value: unknown): { code: string; message: string } {
  const error =
    typeof value === 'object' && value !== null && 'error' in value ? value.error : undefined;
  if (typeof error !== 'object' || error === null) return { code: '', message: '' };
  return {
    code: 'code' in error ? String(error.code) : '',
    message: 'message' in error ? String(error.message) : '',
  };
}
