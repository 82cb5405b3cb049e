import { ownMember } from '../../shared/platform/own-member.ts';
import type { Description, Operation } from './description.ts';

/** A request, as the snippets send it. */
interface ExampleRequest {
  readonly method: string;
  readonly url: string;
  /** The header of the key and the environment variable that holds it. */
  readonly key: { readonly header: string; readonly variable: string } | undefined;
  /** The body and its type; undefined for requests without a body. */
  readonly body: { readonly type: string; readonly text: string } | undefined;
}

export interface Snippet {
  /** As a reader names the language. */
  readonly name: string;
  /** As the highlighter names it. */
  readonly language: string;
  readonly code: string;
}

/** An example of a request in each language; none where the description has no JSON example. */
export function snippetsOf(operation: Operation, description: Description): readonly Snippet[] {
  const request = exampleOf(operation, description);
  if (request === undefined) return [];
  return [
    { name: 'curl', language: 'sh', code: curl(request) },
    { name: 'Node.js', language: 'js', code: node(request) },
    { name: 'Python', language: 'python', code: python(request) },
    { name: 'PHP', language: 'php', code: php(request) },
    { name: 'Java', language: 'java', code: java(request) },
    { name: 'Go', language: 'go', code: go(request) },
  ];
}

/** The variables in which the examples expect keys, by the name of the security scheme. */
const variables: Readonly<Record<string, KeyVariable>> = {
  secret_key: { name: 'TURNOUT_API_KEY', source: '[`turnout init`](../turnout.html) prints it' },
  publishable_key: {
    name: 'TURNOUT_PUBLISHABLE_KEY',
    source: '[`turnout init`](../turnout.html) prints it',
  },
  ephemeral_key: { name: 'EPHEMERAL_KEY', source: '`POST /ephemeral_keys` makes one' },
  admin_key: { name: 'ADMIN_API_KEY', source: '`test_admin` on a laptop' },
  api_key: { name: 'VAULT_API_KEY', source: '`vault_test_master` on a laptop' },
};

interface KeyVariable {
  readonly name: string;
  /** Where a reader gets the key, in Markdown. */
  readonly source: string;
}

/** The settings of a reader before an example works, in Markdown; empty where there is nothing. */
export function exampleNote(operation: Operation): string {
  const variable = ownMember(variables, schemeOf(operation) ?? '');
  const body = Object.values(operation.requestBody?.content ?? {}).map(({ example }) => example);
  const named = [
    ...operation.parameters
      .filter((one) => one.in === 'path' || (one.example && isOwn.test(one.name)))
      .map(({ name }) => name),
    ...[...(JSON.stringify(body) ?? '').matchAll(/"(\w+)":/g)]
      .map(([, name = '']) => name)
      .filter((name) => isOwn.test(name)),
  ];
  const identifiers = [...new Set(named)].map((name) => `\`${name}\``).join(', ');
  return [
    variable && `The environment variable \`${variable.name}\` holds the key: ${variable.source}.`,
    identifiers && `Replace ${identifiers} by yours.`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** Names of members whose values are of the reader's own objects. */
const isOwn = /_id$|^client_secret$/;

const schemeOf = ({ security }: Operation) => Object.keys(security[0] ?? {})[0];

function exampleOf(operation: Operation, description: Description): ExampleRequest | undefined {
  const content = Object.entries(operation.requestBody?.content ?? {});
  const [type, media] = content.find(([, { example }]) => example !== undefined) ?? [];
  if (content.length > 0 && (type !== 'application/json' || media === undefined)) return undefined;
  return {
    method: operation.method,
    url: `${description.server}${pathOf(operation)}`,
    key: keyOf(operation, description),
    body:
      type === undefined || media === undefined
        ? undefined
        : { type, text: JSON.stringify(media.example, null, 2) },
  };
}

/** The path with the examples of its parameters, and the query that is required or has examples. */
function pathOf({ path, parameters }: Operation): string {
  const exampleFor = (name: string) => {
    const stated = parameters.find((parameter) => parameter.name === name)?.example;
    return typeof stated === 'string' ? stated : `{${name}}`;
  };
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => exampleFor(name));
  const query = parameters
    .filter(({ in: place, required, example }) => place === 'query' && (required || example))
    .map(({ name }) => `${name}=${encodeURIComponent(exampleFor(name))}`);
  return query.length === 0 ? filled : `${filled}?${query.join('&')}`;
}

function keyOf(operation: Operation, { components }: Description): ExampleRequest['key'] {
  const scheme = schemeOf(operation);
  if (scheme === undefined) return undefined;
  const header = ownMember(components.securitySchemes, scheme)?.name;
  return header === undefined
    ? undefined
    : { header, variable: ownMember(variables, scheme)?.name ?? scheme.toUpperCase() };
}

function curl({ method, url, key, body }: ExampleRequest): string {
  const verb = method === (body ? 'POST' : 'GET') ? '' : `-X ${method} `;
  return [
    `curl ${verb}'${url}'`,
    ...(key ? [`-H "${key.header}: $${key.variable}"`] : []),
    ...(body
      ? [`-H 'content-type: ${body.type}'`, `-d '${body.text.replaceAll("'", `'\\''`)}'`]
      : []),
  ].join(' \\\n  ');
}

function node({ method, url, key, body }: ExampleRequest): string {
  const headers = [
    ...(key ? [`'${key.header}': process.env.${key.variable}`] : []),
    ...(body ? [`'content-type': '${body.type}'`] : []),
  ];
  return `const response = await fetch('${url}', {
  method: '${method}',
  headers: { ${headers.join(', ')} },${
    body ? `\n  body: JSON.stringify(${indented(body.text, '  ')}),` : ''
  }
});
console.log(response.status, await response.text());`;
}

function python({ method, url, key, body }: ExampleRequest): string {
  const headers = [
    ...(key ? [`"${key.header}": os.environ["${key.variable}"]`] : []),
    ...(body ? [`"content-type": "${body.type}"`] : []),
  ];
  const lines = [
    'import os, urllib.request',
    'from urllib.error import HTTPError',
    '',
    'request = urllib.request.Request(',
    `    "${url}",`,
    `    method="${method}",`,
    `    headers={${headers.join(', ')}},`,
    ...(body ? [`    data=b${rawText(body.text)},`] : []),
    ')',
    'try:',
    '    response = urllib.request.urlopen(request)',
    'except HTTPError as refusal:',
    '    response = refusal',
    'print(response.status, response.read().decode())',
  ];
  return lines.join('\n');
}

/** Python's raw bytes between three quotes, with letters outside ASCII as JSON's escapes. */
const rawText = (text: string) => `r"""${ascii(text)}"""`;

function php({ method, url, key, body }: ExampleRequest): string {
  const headers = [
    ...(key ? [`'${key.header}: ' . getenv('${key.variable}')`] : []),
    ...(body ? [`'content-type: ${body.type}'`] : []),
  ];
  return `<?php
$request = curl_init('${url}');
curl_setopt_array($request, [
    CURLOPT_CUSTOMREQUEST => '${method}',
    CURLOPT_HTTPHEADER => [${headers.join(', ')}],
    CURLOPT_RETURNTRANSFER => true,${
      body
        ? `\n    CURLOPT_POSTFIELDS => <<<'JSON'\n${indented(`    ${body.text}`, '    ')}\n    JSON,`
        : ''
    }
]);
echo curl_exec($request);`;
}

function java({ method, url, key, body }: ExampleRequest): string {
  const publisher = body
    ? 'HttpRequest.BodyPublishers.ofString(body)'
    : 'HttpRequest.BodyPublishers.noBody()';
  return `import java.net.URI;
import java.net.http.*;

public class Example {
    public static void main(String[] args) throws Exception {${
      body
        ? `\n        var body = """\n${indented(`            ${ascii(body.text).replaceAll('\\', '\\\\')}`, '            ')}\n            """;`
        : ''
    }
        var request = HttpRequest.newBuilder(URI.create("${url}"))${
          key ? `\n            .header("${key.header}", System.getenv("${key.variable}"))` : ''
        }${body ? `\n            .header("content-type", "${body.type}")` : ''}
            .method("${method}", ${publisher})
            .build();
        var response = HttpClient.newHttpClient()
            .send(request, HttpResponse.BodyHandlers.ofString());
        System.out.println(response.statusCode() + " " + response.body());
    }
}`;
}

function go({ method, url, key, body }: ExampleRequest): string {
  const reader = body ? 'strings.NewReader(body)' : 'nil';
  const imports = ['fmt', 'io', 'net/http', ...(key ? ['os'] : []), ...(body ? ['strings'] : [])];
  return `package main

import (
${imports.map((name) => `\t"${name}"`).join('\n')}
)

func main() {${body ? `\n\tbody := \`${body.text.replaceAll('`', '\\u0060')}\`` : ''}
	request, err := http.NewRequest("${method}", "${url}", ${reader})
	if err != nil {
		panic(err)
	}${key ? `\n\trequest.Header.Set("${key.header}", os.Getenv("${key.variable}"))` : ''}${
    body ? `\n\trequest.Header.Set("content-type", "${body.type}")` : ''
  }
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		panic(err)
	}
	defer response.Body.Close()
	text, _ := io.ReadAll(response.Body)
	fmt.Println(response.StatusCode, string(text))
}`;
}

/** The lines after the first, further in. */
const indented = (text: string, by: string) => text.replaceAll('\n', `\n${by}`);

/** JSON with letters outside ASCII as its escapes. */
const ascii = (json: string) =>
  json.replace(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
