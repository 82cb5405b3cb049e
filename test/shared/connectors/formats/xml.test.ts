import * as v from 'valibot';
import { listOf, readXml } from '#connectors/formats/xml.ts';

const Answer = v.object({
  transaction: listOf(v.object({ transaction_id: v.string(), condition: v.string() })),
});
const read = (body: string) => readXml('nm_response', Answer, { body });

it('XML elements are read as objects and texts', () => {
  const body = `\u{feff}<?xml version="1.0" encoding="UTF-8"?>
    <nm_response>
      <transaction id="1"><transaction_id> 927 </transaction_id><!-- note -->
        <condition><![CDATA[complete]]></condition><order_id/></transaction>
    </nm_response>`;
  expect(read(body)).toEqual({ transaction: [{ transaction_id: '927', condition: 'complete' }] });
});

it('XML elements of one name are read as a list, also one and none', () => {
  const one = '<transaction><transaction_id>1</transaction_id><condition/></transaction>';
  expect(read(`<nm_response>${one}${one}</nm_response>`).transaction).toHaveLength(2);
  expect(read(`<nm_response>${one}</nm_response>`).transaction).toHaveLength(1);
  expect(read('<nm_response></nm_response>').transaction).toEqual([]);
  expect(read('<nm_response/>').transaction).toEqual([]);
});

it("XML's own entities are read, and no others", () => {
  const text = readXml('a', v.object({ b: v.string() }), { body: '<a><b>&lt;&#38;&#x41;</b></a>' });
  expect(text).toEqual({ b: '<&A' });
});

it('XML elements named like prototypes are read as names', () => {
  const body = '<a><__proto__><polluted>1</polluted></__proto__></a>';
  const Any = v.unknown();
  expect(Object.keys(Object(readXml('a', Any, { body })))).toEqual(['__proto__']);
  expect('polluted' in {}).toBe(false);
});

const entity = '<!DOCTYPE nm_response [<!ENTITY x SYSTEM "file:///etc/passwd">]>';

it.each([
  ['a document type', `${entity}<nm_response>&x;</nm_response>`],
  ['an entity that is not declared', '<nm_response>&x;</nm_response>'],
  ['another root', '<html><body>Bad Gateway</body></html>'],
  ['no XML', 'response=1&responsetext=SUCCESS'],
  ['nothing', ''],
  ['a truncated answer', '<nm_response><transaction>'],
  ['tags that do not pair', '<nm_response><a></b></nm_response>'],
  ['two roots', '<nm_response/><nm_response/>'],
  ['text beside elements', '<nm_response>4242424242424242<transaction/></nm_response>'],
  ['another form', '<nm_response><transaction>4242424242424242</transaction></nm_response>'],
  ['33 levels', `<nm_response>${'<a>'.repeat(32)}${'</a>'.repeat(32)}</nm_response>`],
  ['a hundred thousand levels', `<nm_response>${'<a>'.repeat(100_000)}`],
  ['ten thousand elements and one', `<nm_response>${'<a/>'.repeat(10_000)}</nm_response>`],
  ['more than 1 MiB', `<nm_response>${' '.repeat(1_048_576)}</nm_response>`],
])('XML with %s is refused, and quoted nowhere', (_, body) => {
  expect(() => read(body)).toThrow(/^The answer (has|is) [a-zA-Z ]+\.$/);
});
