/** JSON as coloured text. It is text all the way, so no value can become a part of the page. */
export const JsonView = ({ value }: { value: unknown }) => (
  // A region that scrolls must be reachable by keyboard.
  // biome-ignore lint/a11y/noNoninteractiveTabindex: the region scrolls
  <pre class="json" tabIndex={0}>
    <Value value={value} indent={0} />
  </pre>
);

function Value({ value, indent }: { value: unknown; indent: number }) {
  if (Array.isArray(value)) {
    return <Members entries={value.map((one) => [undefined, one])} indent={indent} ends="[]" />;
  }
  if (typeof value === 'object' && value !== null) {
    return <Members entries={Object.entries(value)} indent={indent} ends="{}" />;
  }
  const kind = value === null ? 'null' : typeof value;
  return <span class={`json-${kind}`}>{JSON.stringify(value) ?? 'undefined'}</span>;
}

interface MembersProps {
  readonly entries: readonly (readonly [name: string | undefined, value: unknown])[];
  readonly indent: number;
  readonly ends: '[]' | '{}';
}

function Members({ entries, indent, ends }: MembersProps) {
  if (entries.length === 0) return <>{ends}</>;
  const margin = '  '.repeat(indent + 1);
  return (
    <>
      {ends.charAt(0)}
      {entries.map(([name, value], index) => (
        <>
          {`\n${margin}`}
          {name !== undefined && <span class="json-name">{JSON.stringify(name)}: </span>}
          <Value value={value} indent={indent + 1} />
          {index < entries.length - 1 && ','}
        </>
      ))}
      {`\n${'  '.repeat(indent)}${ends.charAt(1)}`}
    </>
  );
}
