import { SaxesParser } from 'saxes';
import { ownMember } from '#platform/own-member.ts';
import { type Kind, kinds, XmlNode } from './xml-node.ts';

/**
 * The most levels of elements, as libxml2 has it. The functions of a tree call themselves for
 * each level, and the parser searches all levels for a namespace.
 */
const maxDepth = 256;

/**
 * The document of an XML 1.0 text with namespaces. The XML declaration is its first node, as an
 * instruction, and blanks beside the root are texts of the document, except at the end.
 *
 * Throws for a text that is not well formed, above 256 levels of elements, and for a document type
 * (which could declare entities), also where it only stands in a comment or in character data. The
 * message may quote the text.
 */
export function readXmlTree(text: string): XmlNode {
  if (text.includes('<!DOCTYPE')) throw new Error('The document has a document type.');
  const source = text.replaceAll(/\r\n?/g, '\n');
  let position = 0;
  const whole = new XmlNode(kinds.document, '#document', null, null, position);
  let parent = whole;
  let depth = 0;
  const nodeOf = (kind: Kind, name: string, value: string | null, namespace = '') => {
    position += 1;
    const node = new XmlNode(kind, name, value, whole, position);
    node.namespaceURI = namespace || null;
    return node;
  };
  const append = (kind: Kind, name: string, value: string) =>
    parent.appendChild(nodeOf(kind, name, value));

  // The parser does not report these.
  const blanks = /^\ufeff?([ \t\n]+)/.exec(source)?.[1];
  if (blanks) append(kinds.text, '#text', blanks);

  const parser = new SaxesParser({
    xmlns: true,
    position: false,
    // A document of another version 1.x is read as one of 1.0 (XML 1.0, section 2.8).
    defaultXMLVersion: '1.0',
    forceXMLVersion: true,
  });
  parser.on('xmldecl', () => append(kinds.instruction, 'xml', declarationIn(source)));
  parser.on('processinginstruction', ({ target, body }) => {
    // The parser accepts `<?a?b?>`, where a blank is missing.
    const isGlued = body !== '' && source.endsWith(`<?${target}${body}?>`, parser.position);
    if (isGlued) throw new Error('The document has a malformed instruction.');
    append(kinds.instruction, target, body);
  });
  parser.on('comment', (comment) => append(kinds.comment, '#comment', comment));
  parser.on('cdata', (data) => {
    if (data !== '') append(kinds.cdata, '#cdata-section', data);
  });
  parser.on('text', (data) => {
    const before = parent.lastChild;
    if (before?.nodeType === kinds.text) before.nodeValue += data;
    else append(kinds.text, '#text', data);
  });
  parser.on('opentag', ({ name, uri, attributes }) => {
    depth += 1;
    if (depth > maxDepth) throw new Error('The document has too many levels.');
    checkName(name);
    const element = nodeOf(kinds.element, name, null, uri);
    for (const one of Object.values(attributes)) {
      checkName(one.name);
      const attribute = nodeOf(kinds.attribute, one.name, one.value, one.uri);
      attribute.ownerElement = element;
      element.attributes?.push(attribute);
    }
    parent.appendChild(element);
    parent = element;
  });
  parser.on('closetag', () => {
    depth -= 1;
    parent = parent.parentNode ?? whole;
  });
  parser.write(source).close();
  if (whole.lastChild?.nodeType === kinds.text) whole.removeChild(whole.lastChild);
  return whole;
}

/**
 * Throws for a local name that begins with a character that only continues names (Namespaces in XML
 * 1.0, section 4), such as a digit. The parser checks all other characters.
 */
function checkName(name: string): void {
  if (/:(?:[-.\d\u00b7\u203f\u2040]|[\u0300-\u036f])/.test(name)) {
    throw new Error('The document has a malformed name.');
  }
}

/** The XML declaration as it was sent, without its delimiters. */
const declarationIn = (text: string): string =>
  /^\ufeff?<\?xml(\s[\s\S]*?)\?>/.exec(text)?.[1]?.trimStart() ?? '';

/** The text of a document, without a byte order mark. */
export function writeXmlTree(whole: XmlNode): string {
  const parts: string[] = [];
  for (const child of whole.childNodes) write(child, parts);
  return parts.join('');
}

function write(node: XmlNode, parts: string[]): void {
  const { nodeType, nodeName, nodeValue, attributes = [], firstChild } = node;
  const value = nodeValue ?? '';
  switch (nodeType) {
    case kinds.element: {
      parts.push('<', nodeName);
      for (const { name, value: text } of attributes) {
        parts.push(' ', name, '="', (text ?? '').replaceAll(/[<>&"\t\n\r]/g, reference), '"');
      }
      if (!firstChild) {
        parts.push('/>');
        return;
      }
      parts.push('>');
      for (let child: XmlNode | null = firstChild; child; child = child.nextSibling) {
        write(child, parts);
      }
      parts.push('</', nodeName, '>');
      return;
    }
    case kinds.cdata:
      parts.push('<![CDATA[', value.replaceAll(']]>', ']]]]><![CDATA[>'), ']]>');
      return;
    case kinds.comment:
      parts.push('<!--', value, '-->');
      return;
    case kinds.instruction:
      parts.push('<?', nodeName, ' ', value, '?>');
      return;
    default:
      // A reader takes a carriage return for a line end (XML 1.0, section 2.11).
      parts.push(value.replaceAll(/[<>&\r]/g, reference));
  }
}

const entities: Readonly<Record<string, string>> = {
  '<': '&lt;',
  '>': '&gt;',
  '&': '&amp;',
  '"': '&quot;',
};

const reference = (character: string): string =>
  ownMember(entities, character) ?? `&#${character.charCodeAt(0)};`;
