import { type TestAccount, TestApp } from '../harness/app';
import { documentOf } from '../harness/document';
import { operationsOf, responseFields } from '../harness/documented-operations';

describe('a field that only responses have', () => {
  let service: TestApp;
  let account: TestAccount;

  beforeAll(async () => {
    service = await TestApp.start();
    account = await service.account();
  });
  afterAll(() => service.stop());

  it('is refused as read-only in the requests of all operations', async () => {
    const document = documentOf(service.app);
    const http = service.http(account) as unknown as Record<string, (url: string) => any>;
    const missed: string[] = [];
    const refused: string[] = [];
    for (const { method, path, operation } of operationsOf(document)) {
      const fields = operation.requestBody ? responseFields(operation, document) : [];
      if (fields.length === 0) continue;
      const url = path.replace(/^\/v1/, '').replace(/\{[^{}]*\}/, 'some_id');
      const body = Object.fromEntries(fields.map((field) => [field, null]));
      const response = await http[method]!(url).send(body).expect(400);
      const errors: readonly { field: string; message: string }[] = response.body.error.details.errors;
      const readOnly = errors.filter(({ message }) => message === 'is read-only').map(({ field }) => field);
      for (const field of fields)
        (readOnly.includes(field) ? refused : missed).push(`${operation.operationId} ${field}`);
    }
    expect(missed).toEqual([]);
    expect(refused).toEqual(expect.arrayContaining(['queueCall status', 'setHumanCallDisposition status']));
  });
});
