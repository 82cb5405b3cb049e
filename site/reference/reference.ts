import { escaped } from '#platform/http/response/html-page.ts';
import { linkTo } from '../documents.ts';
import type { NavigationGroup } from '../navigation.ts';
import type { Operation } from './description.ts';
import {
  operationAddress,
  operationPage,
  type ReferenceContext,
  type ReferencePage,
} from './operation-page.ts';
import { schemaPage } from './schema-page.ts';

/** The pages of an API: one for each operation and each shared schema, and an index. */
export interface Reference {
  readonly index: string;
  /** The addresses of all pages. */
  readonly addresses: readonly string[];
  page(address: string): ReferencePage | undefined;
  /** The list at the side: the operations of the page's group, and the other groups. */
  groups(address: string): readonly NavigationGroup[];
  /** Each operation with its page, for the search. */
  readonly operations: readonly (Operation & { readonly address: string })[];
}

export function referenceOf(context: ReferenceContext): Reference {
  const { description, folder } = context;
  const index = `${folder}/index.html`;
  const operations = description.operations.map((operation) => ({
    ...operation,
    address: operationAddress(folder, operation),
  }));
  const makers = new Map<string, () => ReferencePage>([
    [index, () => indexPage()],
    ...operations.map(
      (operation) => [operation.address, () => operationPage(operation, context)] as const,
    ),
    ...Object.keys(description.components.schemas).map(
      (name) => [`${folder}/schemas/${name}.html`, () => schemaPage(name, context)] as const,
    ),
  ]);
  const tags = description.tags
    .map((tag) => ({ ...tag, operations: operations.filter((one) => one.tags.includes(tag.name)) }))
    .filter((tag) => tag.operations.length > 0);

  function indexPage(): ReferencePage {
    const { info } = description;
    const lists = tags.map(
      (tag) => `<h2 id="${tag.name}">${escaped(titleOf(tag.name))}</h2>
<p>${context.inline(tag.description)}</p>
<div class="wide-table" tabindex="0"><table class="operations"><tbody>${tag.operations.map(rowOf).join('')}</tbody></table></div>`,
    );
    return {
      address: index,
      title: `${info.title}: the API`,
      html: `<h1 id="api">${escaped(info.title)}: the API</h1>
${paragraphs(info.description)}
<p><a href="${linkTo(folder === 'api' ? 'openapi.json' : 'vault-openapi.json', index)}">The description in OpenAPI</a> · <a href="${linkTo('collection.tar.gz', index)}">A request for each operation, for Bruno</a></p>
${lists.join('\n')}`,
      headings: tags.map(({ name }) => ({ level: 2, id: name, text: titleOf(name) })),
    };
  }

  /** The description's paragraphs and its list. */
  const paragraphs = (text: string) =>
    text
      .split('\n\n')
      .map((part) =>
        part.startsWith('- ')
          ? `<ul>${part
              .slice(2)
              .split('\n- ')
              .map((item) => `<li>${context.inline(item)}</li>`)
              .join('')}</ul>`
          : `<p>${context.inline(part)}</p>`,
      )
      .join('\n');

  const rowOf = ({ method, path, summary, address }: (typeof operations)[number]) =>
    `<tr><td><b class="method ${method.toLowerCase()}">${method}</b></td><td><a href="${linkTo(address, index)}">${escaped(summary)}</a></td><td><code>${escaped(path)}</code></td></tr>`;

  return {
    index,
    operations,
    addresses: [...makers.keys()],
    page: (address) => makers.get(address)?.(),
    groups(address) {
      const tag = tags.find((one) => one.operations.some((each) => each.address === address));
      return [
        ...(tag
          ? [
              {
                title: titleOf(tag.name),
                links: tag.operations.map((one) => ({ title: one.summary, address: one.address })),
              },
            ]
          : []),
        {
          title: 'All groups',
          links: tags.map(({ name }) => ({ title: titleOf(name), address: `${index}#${name}` })),
        },
      ];
    },
  };
}

/** `api-keys` as a title: "API keys". */
function titleOf(tag: string): string {
  const words = tag
    .replaceAll('-', ' ')
    .replace(/\bapi\b/g, 'API')
    .replace(/\bgsm\b/g, 'GSM');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
