import fc from 'fast-check';
import type { XmlNode } from '#vault/proxy/capture/xml-node.ts';
import { readXmlTree, writeXmlTree } from '#vault/proxy/capture/xml-tree.ts';
import { parse, type SelectedNode } from '#vault/proxy/capture/xpath.mjs';

const rewritten = (text: string) => writeXmlTree(readXmlTree(text));

/** A node with all that is in it, to compare two of them. */
const contentOf = (node: XmlNode): unknown => [
  [node.nodeType, node.nodeName, node.nodeValue, node.prefix, node.localName, node.namespaceURI],
  node.attributes?.map(contentOf),
  node.childNodes.map(contentOf),
];

describe('the tree of an XML document', () => {
  it.each([
    ['quotes of both kinds', `<a b='"' c="'"/>`, `<a b="&quot;" c="'"/>`],
    ['an empty element with an end tag', '<a ></a >', '<a/>'],
    ['attributes in their order', '<a c="1" b="2" d="3"/>', '<a c="1" b="2" d="3"/>'],
    ['references', '<a b="&#9;&lt;&amp;">&gt;&#65;</a>', '<a b="&#9;&lt;&amp;">&gt;A</a>'],
    ['line ends of Windows', '<a b="\r\n">\r\n\r</a>', '<a b=" ">\n\n</a>'],
    ['a carriage return as a reference', '<a b="&#13;">&#13;</a>', '<a b="&#13;">&#13;</a>'],
    ['character data', '<a>x<![CDATA[<b>]]>]]&gt;</a>', '<a>x<![CDATA[<b>]]>]]&gt;</a>'],
    ['empty character data', '<a>x<![CDATA[]]>y</a>', '<a>xy</a>'],
    [
      'comments and instructions',
      '<!-- - --><?x?><a><?y  z ?></a>',
      '<!-- - --><?x ?><a><?y z ?></a>',
    ],
    ['blanks beside the root', '\ufeff\n<!--x-->\n<a/>\n<?x ?>\n', '\n<!--x-->\n<a/>\n<?x ?>'],
    ['a declaration', "<?xml version='1.0' ?>\n<a/>", "<?xml version='1.0' ?>\n<a/>"],
    [
      'a declaration of XML 1.1',
      '<?xml version="1.1"?><a>\u0085</a>',
      '<?xml version="1.1"?><a>\u0085</a>',
    ],
    ['an instruction that begins with ?', '<a><?x ?y?></a>', '<a><?x ?y?></a>'],
    [
      'prefixes',
      '<p:a xmlns:p="u" p:b="" xml:lang="en"/>',
      '<p:a xmlns:p="u" p:b="" xml:lang="en"/>',
    ],
    ['line ends of XML 1.1 only', '<a>\u0085\u2028</a>', '<a>\u0085\u2028</a>'],
    ['a replacement character', '<a>\ufffd\u{1f600}</a>', '<a>\ufffd\u{1f600}</a>'],
  ])('an XML document with %s is written as the same document', (_, text, written) => {
    expect(rewritten(text)).toBe(written);
    expect(contentOf(readXmlTree(written))).toEqual(contentOf(readXmlTree(text)));
  });

  it.each([
    ['two roots', '<a/><b/>'],
    ['text beside the root', '<a/>x'],
    ['a blank of HTML beside the root', '<a/>\u00a0'],
    ['no root', '<!-- a -->'],
    ['an end without a beginning', '<a></b></a>'],
    ['no end', '<a><b></b>'],
    ['an attribute without quotes', '<a b=1/>'],
    ['an attribute without a value', '<a b/>'],
    ['two attributes of one name', '<a b="" b=""/>'],
    ['two attributes of one name by their namespace', '<a xmlns:p="u" xmlns:q="u" p:b="" q:b=""/>'],
    ['an undeclared prefix of an element', '<p:a/>'],
    ['an undeclared prefix of an attribute', '<a p:b=""/>'],
    ['a prefix without a namespace', '<a xmlns:p=""/>'],
    ['two prefixes', '<p:q:a xmlns:p="u" xmlns:q="u"/>'],
    ['a digit behind a prefix', '<a xmlns:p="u" p:1=""/>'],
    ['a declared prefix that begins with a hyphen', '<a xmlns:-p="u"/>'],
    ['a sign < in an attribute', '<a b="<"/>'],
    ['an open ampersand', '<a>&</a>'],
    ['an unknown entity', '<a>&nbsp;</a>'],
    ["an entity of the name of an object's member", '<a>&constructor;</a>'],
    ['a reference to a character that XML does not have', '<a>&#0;</a>'],
    ['a reference to half a character', '<a>&#xd800;</a>'],
    ['a control character', '<a>\u0001</a>'],
    ['the end of character data alone', '<a>]]></a>'],
    ['two hyphens in a comment', '<a><!-- -- --></a>'],
    ['an instruction whose target ends with ?', '<a><?x?y?></a>'],
    ['an instruction of a reserved target', '<a><?XML x?></a>'],
    ['a declaration behind a blank', ' <?xml version="1.0"?><a/>'],
    ['two byte order marks', '\ufeff\ufeff<a/>'],
    ['a document type', '<!DOCTYPE a><a/>'],
    ['a document type in small letters', '<!doctype a><a/>'],
    ['the beginning of a document type in a comment', '<a><!-- <!DOCTYPE --></a>'],
    ['257 levels of elements', `${'<a>'.repeat(257)}${'</a>'.repeat(257)}`],
  ])('an XML text with %s is refused', (_, text) => expect(() => readXmlTree(text)).toThrow());

  it('an XML document with 256 levels of elements is read, written and searched', () => {
    const deep = `${'<a>'.repeat(255)}<a>x</a>${'</a>'.repeat(255)}`;
    const whole = readXmlTree(deep);
    expect(writeXmlTree(whole)).toBe(deep);
    expect(whole.documentElement?.textContent).toBe('x');
    expect(parse('count(//a)').evaluate({ node: whole }).stringValue()).toBe('256');
  });

  it('an XML document has the same texts and attributes after it was written and read again', () => {
    const anyText = fc.string({
      unit: fc.constantFrom('x', ' ', '\n', '\r', '\t', '<', '>', '&', '"', "'", ']', 'é', '😀'),
    });
    const referenceTo = (text: string) =>
      [...text].map((character) => `&#${character.codePointAt(0)};`).join('');
    fc.assert(
      fc.property(fc.array(anyText), (texts) => {
        const elements = texts.map(referenceTo).map((text) => `<c b="${text}">${text}</c>`);
        const sent = `<r>${elements.join('')}</r>`;
        for (const whole of [sent, rewritten(sent)]) {
          const children = readXmlTree(whole).documentElement?.childNodes;
          expect(children?.map(({ textContent }) => textContent)).toEqual(texts);
          expect(children?.map(({ attributes }) => attributes?.[0]?.value)).toEqual(texts);
        }
      }),
    );
  });

  it('an XML document is written with the texts and elements that were put into it, and without removed ones', () => {
    const whole = readXmlTree('<p:a xmlns:p="u" b="1"><b>x<c/>y</b><!-- c --><d/><e/></p:a>');
    const root = whole.documentElement;
    const [first, comment, removed] = root?.childNodes ?? [];
    const [, attribute] = root?.attributes ?? [];
    if (!first || !comment || !removed || !attribute) throw new Error('A node is missing.');
    first.textContent = '<1>';
    comment.textContent = ' d ';
    attribute.textContent = '"2"';
    root?.removeChild(removed);
    root?.appendElement('token', '&');
    expect(writeXmlTree(whole)).toBe(
      '<p:a xmlns:p="u" b="&quot;2&quot;"><b>&lt;1&gt;</b><!-- d --><e/><token>&amp;</token></p:a>',
    );
    const { parentNode, previousSibling, nextSibling } = removed;
    expect([parentNode, previousSibling, nextSibling]).toEqual([null, null, null]);
  });
});

describe('an XPath of the tree of an XML document', () => {
  const whole = readXmlTree(
    '<?xml version="1.0"?><r xmlns:p="u" xml:lang="en-GB"><a id="1"><b/>x</a><p:a/><!--y--><?z w?><c id="1"><![CDATA[v]]></c></r>',
  );
  const namesOf = (nodes: readonly SelectedNode[] | undefined) =>
    nodes?.map((node) => ('nodeName' in node ? node.nodeName : undefined)).join(' ');
  const found = (selector: string) => parse(selector).evaluate({ node: whole });

  it.each([
    ['//node() | //@*', 'xml r xmlns:p xml:lang a id b #text p:a #comment z c id #cdata-section'],
    ['//a', 'a'],
    ['//*[local-name()="a"]', 'a p:a'],
    ['//*[namespace-uri()="u"]', 'p:a'],
    ['//p:a', 'p:a'],
    ['//c/preceding-sibling::node()', 'a p:a #comment z'],
    ['//c/preceding-sibling::*[1]', 'p:a'],
    ['//b/ancestor-or-self::node()', '#document r a b'],
    ['//a/following-sibling::processing-instruction("z")', 'z'],
    ['//b/namespace::*', 'xml p'],
    ['//@id/..', 'a c'],
    ['id("1")', 'a'],
    ['//comment()[lang("en")]', '#comment'],
  ])('the XPath %s finds its nodes in document order', (selector, names) =>
    expect(namesOf(found(selector).toArray?.())).toBe(names),
  );

  it.each([
    ['string(/)', 'xv'],
    ['string(//c/@id)', '1'],
    ['name(//*[2])', 'p:a'],
    ['string(//processing-instruction("z"))', 'w'],
    ['count(//text())', '2'],
  ])('the XPath %s computes its value', (selector, value) =>
    expect(found(selector).stringValue()).toBe(value),
  );
});
