import { VaultError } from '../../vault-error.ts';
import { jsonSelector } from './json-messages.ts';
import { cardFields, type ProfileBody } from './profile.ts';
import { xmlSelector } from './xml-messages.ts';

/**
 * Refuses a profile with an invalid selector, and names its field. This is a file of its own, so
 * that only functions that parse selectors bundle their libraries.
 *
 * @throws VaultError `validation_error`
 */
export function checkSelectors(profile: ProfileBody): void {
  const unread = selectorsOf(profile).filter(
    ({ selector, isAbsolute }) => !canBeRead(profile.type, selector, isAbsolute),
  );
  if (unread.length === 0) return;
  const details = unread.map(({ at }) => [at, ['is no selector of this type']] as const);
  throw new VaultError('validation_error', Object.fromEntries(details));
}

const selectorsOf = ({ schema, card_node }: ProfileBody) => [
  { at: 'message_node', selector: schema.message_node.selector, isAbsolute: true },
  { at: 'card_node', selector: schema.card_node.selector, isAbsolute: false },
  ...cardFields.flatMap((at) => {
    const field = card_node[at];
    return field ? [{ at, selector: field.selector, isAbsolute: false }] : [];
  }),
];

function canBeRead(type: 'json' | 'xml', selector: string, isAbsolute: boolean): boolean {
  try {
    if (type === 'json') jsonSelector(selector, isAbsolute);
    else xmlSelector(selector, isAbsolute);
    return true;
  } catch {
    return false;
  }
}
