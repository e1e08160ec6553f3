import type { ServerResponse } from 'node:http';
import { eventually } from '../harness/app';
import { answerJson } from '../harness/tool-server';
import { delta, once, ToolTalkDriver } from '../harness/tool-talk-driver';

const driver = new ToolTalkDriver();

beforeAll(() => driver.start());
afterAll(() => driver.stop());

test('a talk on a fast network that waits for a tool is not ended as silent', async () => {
  const open: ServerResponse[] = [];
  driver.server.answer = (response) => open.push(response);
  driver.model.talk = once({
    deltas: [delta({ index: 0, id: 'a' }, { name: 'find', arguments: '{"order":"1"}' })],
  });
  const finished = driver.finished();
  await eventually(() => {
    expect(open).toHaveLength(1);
    return Promise.resolve();
  });
  await driver.service.advance(40_000);
  for (const response of open) answerJson({ status: 'done' })(response, driver.server.requests[0]!);
  const call = await finished;
  expect(await driver.uses(call)).toMatchObject([{ name: 'find', status: 'succeeded' }]);
  expect(call['status_reason']).toBeUndefined();
});
