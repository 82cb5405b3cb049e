/** The columns that a line has. */
const width = 140;

/**
 * A value as JSON to be read and compared line by line: a value stands on one line where it fits,
 * its descriptions not counted, and members that are plain share lines.
 */
export const jsonText = (value: unknown): string => `${textOf(value, '', '')}\n`;

function textOf(value: unknown, indent: string, name: string): string {
  const fits = indent.length + name.length + lengthOf(value) <= width;
  if (!isNested(value) || fits) return name + lineOf(value);
  const inner = `${indent}  `;
  const members = Object.entries(value);
  const lines: string[] = [];
  let isOpen = false;
  for (const [at, [key, one]] of members.entries()) {
    const text = textOf(one, inner, Array.isArray(value) ? '' : `${JSON.stringify(key)}: `);
    const comma = at < members.length - 1 ? ',' : '';
    const last = lines.at(-1) ?? '';
    const isShared = isOpen && !isNested(one) && `${last} ${text},`.length <= width;
    if (isShared) lines[lines.length - 1] = `${last} ${text}${comma}`;
    else lines.push(`${inner}${text}${comma}`);
    isOpen = !isNested(one);
  }
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  return `${name}${open}\n${lines.join('\n')}\n${indent}${close}`;
}

function lineOf(value: unknown): string {
  if (!isNested(value)) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(lineOf).join(', ')}]`;
  const members = Object.entries(value).map(
    ([name, one]) => `${JSON.stringify(name)}: ${lineOf(one)}`,
  );
  return members.length > 0 ? `{ ${members.join(', ')} }` : '{}';
}

/** The characters of the value on one line, without its descriptions. */
function lengthOf(value: unknown): number {
  if (!isNested(value)) return JSON.stringify(value).length;
  const members = Object.entries(value).map(([name, one]) =>
    name === 'description' && typeof one === 'string' ? 0 : name.length + 4 + lengthOf(one) + 2,
  );
  return members.reduce((sum, one) => sum + one, 2);
}

const isNested = (value: unknown): value is object => typeof value === 'object' && value !== null;
