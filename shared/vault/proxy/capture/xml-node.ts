/** The DOM's numbers of the kinds of nodes, which the XPath library reads. */
export const kinds = {
  element: 1,
  attribute: 2,
  text: 3,
  cdata: 4,
  instruction: 7,
  comment: 8,
  document: 9,
} as const;
export type Kind = (typeof kinds)[keyof typeof kinds];

/** In document order. */
class Attributes extends Array<XmlNode> {
  item(at: number): XmlNode | undefined {
    return this[at];
  }
}

/**
 * A node of an XML document. It has the members of the DOM's interface
 * (https://dom.spec.whatwg.org/#nodes) that the XPath library reads, and those that change texts and
 * children. A whole DOM library would bring a second parser beside the one of the connectors.
 */
export class XmlNode {
  parentNode: XmlNode | null = null;
  firstChild: XmlNode | null = null;
  lastChild: XmlNode | null = null;
  previousSibling: XmlNode | null = null;
  nextSibling: XmlNode | null = null;
  /** Only attributes have one. */
  ownerElement: XmlNode | undefined;
  /** Only elements have them, including declarations of namespaces. */
  attributes: Attributes | undefined;
  namespaceURI: string | null = null;
  readonly prefix: string | null = null;
  /** Null for nodes other than elements and attributes. */
  readonly localName: string | null = null;
  readonly nodeType: Kind;
  readonly nodeName: string;
  /** Null for elements and documents. */
  nodeValue: string | null;
  readonly ownerDocument: XmlNode | null;
  /** The place in document order: attributes stand between their element and its children. */
  readonly position: number;

  constructor(
    nodeType: Kind,
    nodeName: string,
    nodeValue: string | null,
    ownerDocument: XmlNode | null,
    position: number,
  ) {
    this.nodeType = nodeType;
    this.nodeName = nodeName;
    this.nodeValue = nodeValue;
    this.ownerDocument = ownerDocument;
    this.position = position;
    if (nodeType !== kinds.element && nodeType !== kinds.attribute) return;
    const colon = nodeName.indexOf(':');
    if (colon > 0) this.prefix = nodeName.slice(0, colon);
    this.localName = nodeName.slice(colon + 1);
    if (nodeType === kinds.element) this.attributes = new Attributes();
  }

  get isElement(): boolean {
    return this.nodeType === kinds.element;
  }

  /** The name of an attribute. */
  get name(): string {
    return this.nodeName;
  }

  /** The value of an attribute. */
  get value(): string | null {
    return this.nodeValue;
  }

  get childNodes(): readonly XmlNode[] {
    const all: XmlNode[] = [];
    for (let child = this.firstChild; child; child = child.nextSibling) all.push(child);
    return all;
  }

  /** The root element of a document. */
  get documentElement(): XmlNode | null {
    return this.childNodes.find(({ isElement }) => isElement) ?? null;
  }

  /** The text of an element without comments and instructions; the value of any other node. */
  get textContent(): string {
    return this.isElement ? textsIn(this).join('') : (this.nodeValue ?? '');
  }

  /** An element has no other child than the text afterwards. */
  set textContent(text: string) {
    if (!this.isElement) {
      this.nodeValue = text;
      return;
    }
    const position = this.firstChild?.position ?? this.position;
    for (const child of this.childNodes) this.removeChild(child);
    this.appendChild(new XmlNode(kinds.text, '#text', text, this.ownerDocument, position));
  }

  appendChild(child: XmlNode): void {
    child.parentNode = this;
    child.previousSibling = this.lastChild;
    if (this.lastChild) this.lastChild.nextSibling = child;
    else this.firstChild = child;
    this.lastChild = child;
  }

  /** Appends an element with a text. Its name is written as it is, so a prefix is not added. */
  appendElement(name: string, text: string): void {
    const element = new XmlNode(kinds.element, name, null, this.ownerDocument, this.position);
    element.textContent = text;
    this.appendChild(element);
  }

  removeChild(child: XmlNode): void {
    const { previousSibling, nextSibling } = child;
    if (previousSibling) previousSibling.nextSibling = nextSibling;
    else this.firstChild = nextSibling;
    if (nextSibling) nextSibling.previousSibling = previousSibling;
    else this.lastChild = previousSibling;
    child.parentNode = null;
    child.previousSibling = null;
    child.nextSibling = null;
  }

  /** XPath's `lang()` asks for `xml:lang`. Null without the attribute. */
  getAttributeNS(namespace: string, name: string): string | null {
    const attribute = this.attributes?.find(
      ({ namespaceURI, localName }) => namespaceURI === namespace && localName === name,
    );
    return attribute?.nodeValue ?? null;
  }

  /** XPath's `id()`. Without a document type, an identifier is an attribute of the name `id`. */
  getElementById(id: string): XmlNode | null {
    for (let child = this.firstChild; child; child = child.nextSibling) {
      const isNamed = ({ name, value }: XmlNode) => name === 'id' && value === id;
      const found = child.attributes?.some(isNamed) ? child : child.getElementById(id);
      if (found) return found;
    }
    return null;
  }

  /** The DOM's DOCUMENT_POSITION_FOLLOWING or DOCUMENT_POSITION_PRECEDING. */
  compareDocumentPosition(other: XmlNode): number {
    return this.position < other.position ? 4 : 2;
  }
}

function textsIn(node: XmlNode, texts: string[] = []): readonly string[] {
  for (let child = node.firstChild; child; child = child.nextSibling) {
    const { nodeType, nodeValue } = child;
    if (nodeType === kinds.element) textsIn(child, texts);
    else if (nodeType === kinds.text || nodeType === kinds.cdata) texts.push(nodeValue ?? '');
  }
  return texts;
}
