import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { publishedAbouts } from '#connectors/abouts.ts';
import { ConnectorCredentials } from '#merchants/connector-accounts/credentials.ts';
import { CreateConnectorAccountRequest } from '#merchants/connector-accounts/operations.ts';
import { connectorsFile, readmeFile } from '../../scripts/documents/written-files.ts';
import { withPart } from '../../scripts/documents/written-part.ts';

const read = (file: string) => readFileSync(join(import.meta.dirname, '..', '..', file), 'utf8');
const real = publishedAbouts().filter(({ addresses }) => addresses);

it('the README names every processor that takes real money, and so does the table', () => {
  for (const { name, displayName } of real) {
    expect(read(readmeFile)).toContain(displayName);
    expect(read(connectorsFile)).toContain(`${displayName} (\`${name}\`)`);
  }
});

it.each(
  real.map(({ displayName, name, credentials }) => [displayName, name, credentials] as const),
)(
  'the page of %s has a connector account with credentials that its connector takes',
  (displayName, name, credentials) => {
    const page = read(`docs/processors/${name}.md`);
    expect(page).toContain(`# ${displayName}:`);
    const [, example = '{}'] = /^```json\n([^`]*)```$/m.exec(page) ?? [];
    const account = v.parse(CreateConnectorAccountRequest, JSON.parse(example));
    expect(account.connector_name).toBe(name);
    const { auth_type } = v.parse(ConnectorCredentials, account.connector_account_details);
    expect(credentials).toContain(auth_type);
  },
);

it('a page without a place for a generated part is refused', () => {
  expect(() => withPart('# Connectors', 'connectors', '')).toThrow('no place for connectors');
});
