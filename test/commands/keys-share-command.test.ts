import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import * as v from 'valibot';
import { keyManagement } from '#platform/aws/kms.ts';
import { kmsMerchantKeys } from '#platform/secrets/merchant-keys.ts';
import { sharedKeyIn } from '#platform/secrets/shared-merchant-key.ts';
import { keyService } from '../../local/services/keys.ts';
import { keys } from '../../scripts/turnout/keys.ts';
import { runCommand } from '../support/runner/run-command.ts';
import { type LocalTable, localTable } from '../support/table/local-table.ts';

const id = '0f6f8e1c-6d0c-4d0a-9a55-0d9d1f3a7b21';
const arn = `arn:aws:kms:us-east-1:123456789012:key/${id}`;

/** KMS of the laptop, which encrypts for real, behind a server of its own. */
async function localKms(): Promise<{ server: Server; endpoint: string; asked: string[] }> {
  const service = keyService([{ id, arn, aliases: [], policy: {} }], (id) =>
    createHash('sha256').update(id).digest(),
  );
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    const operation = String(request.headers['x-amz-target']).replace('TrentService.', '');
    asked.push(operation);
    const body: unknown = JSON.parse(await text(request));
    const answer = service.answer(operation, v.parse(v.record(v.string(), v.any()), body));
    response.setHeader('content-type', 'application/x-amz-json-1.1').end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // It listens on TCP.
  return { server, endpoint: `http://127.0.0.1:${port}`, asked };
}

describe("the command that wraps merchants' keys under one", () => {
  let local: LocalTable | undefined;
  let kms: Awaited<ReturnType<typeof localKms>> | undefined;
  beforeAll(async () => {
    [local, kms] = await Promise.all([localTable(), localKms()]);
  });
  afterAll(async () => {
    kms?.server.close();
    await local?.stop();
  });

  const environment = () => ({ ...local?.environment, AWS_ENDPOINT_URL_KMS: kms?.endpoint });
  const client = () =>
    keyManagement({
      callTimeoutMs: 2_000,
      region: 'us-east-1',
      endpoint: kms?.endpoint ?? '',
      credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    });
  const share = () =>
    runCommand(keys, ['share', '--table', 'table', '--key', arn], { environment: environment() });
  const accountOf = async (id: string) => {
    const item = await local?.aside.get({ pk: `MERCHANT#${id}`, sk: 'ACCOUNT' });
    return v.parse(
      v.looseObject({ version: v.number(), wrappedKey: v.instance(Uint8Array) }),
      item,
    );
  };

  it("each merchant's key is under the shared key after the command, a later merchant's after the next run, and none of the keys changes", async () => {
    if (!local || !kms) return;
    const made = kmsMerchantKeys(arn, client());
    const clear = new Map<string, Uint8Array>();
    const enrol = async (id: string, more = {}) => {
      const key = await made.make(id);
      clear.set(id, key.clear);
      const item = { pk: `MERCHANT#${id}`, sk: 'ACCOUNT', id, wrappedKey: key.wrapped, version: 1 };
      await local?.aside.put({ ...item, settings: { merchant_name: id }, ...more }, 'absent');
    };
    for (const id of ['east', 'north', 'west']) await enrol(id);
    await enrol('gone', { deletedAt: '2026-01-31T12:00:00.000Z' });

    const text = "3 merchants' keys are under the shared key now, 0 were before.\n";
    expect(await share()).toMatchObject({ code: 0, said: text });
    await enrol('south');
    expect(await share()).toMatchObject({
      said: "1 merchants' keys are under the shared key now, 3 were before.\n",
    });
    expect(await share()).toMatchObject({
      said: "0 merchants' keys are under the shared key now, 4 were before.\n",
    });

    kms.asked.length = 0;
    const container = kmsMerchantKeys(arn, client());
    const shared = new Set<string>();
    for (const id of ['east', 'north', 'west', 'south']) {
      const { wrappedKey, version, settings } = await accountOf(id);
      shared.add(Buffer.from(sharedKeyIn(wrappedKey) ?? []).toString('base64'));
      expect(Buffer.from(await container.unwrap(id, wrappedKey))).toEqual(
        Buffer.from(clear.get(id) ?? []),
      );
      expect([version, settings]).toEqual([2, { merchant_name: id }]);
    }
    expect(shared.size).toBe(1);
    expect(kms.asked).toEqual(['Decrypt']);
    expect((await accountOf('gone')).version).toBe(1);
  });
});
