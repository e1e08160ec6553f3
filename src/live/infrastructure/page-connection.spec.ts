import { FakeLiveSocket } from '../../../test/harness/live-socket';
import { HandMovedTime } from '../../../test/harness/simulated-network';
import { PageConnection } from './page-connection';

const ignore = () => undefined;

function connectedPage() {
  const timers = new HandMovedTime();
  const calls = { onPresence: jest.fn(), onLeft: jest.fn() };
  const waitingMs = () => Promise.resolve(0);
  const unused = { onSound: null, onMessage: ignore, onDelay: ignore, onDropped: ignore };
  const page = new PageConnection({ timers, waitingMs, ...unused, ...calls });
  const attach = () => {
    const socket = new FakeLiveSocket();
    page.attach(socket.asSocket);
    return socket;
  };
  return { timers, page, attach, ...calls };
}

test('leaves 5 s after its host admitted it, without a socket', async () => {
  const { timers, page, onLeft } = connectedPage();
  await timers.move(4_999);
  expect(onLeft).not.toHaveBeenCalled();
  await timers.move(1);
  expect([onLeft.mock.calls, page.isOver]).toEqual([[['lost']], true]);
});

test('resumes within 5 s of a break, and then needs its new token', async () => {
  const { timers, page, attach, onPresence, onLeft } = connectedPage();
  const first = attach();
  const [token, another] = [page.issueResumeToken(), page.issueResumeToken()];
  expect([page.redeemResumeToken(token), page.redeemResumeToken(another)]).toEqual([false, true]);
  await timers.move(1_000);
  first.says({ type: 'begin' });
  const receivedAtMs = timers.now();
  first.emit('close', 1_006);
  await timers.move(4_999);
  expect(page.receivedAtMs).toBe(receivedAtMs);
  attach();
  await timers.move(60_000);
  expect(onPresence.mock.calls).toEqual([[true], [false], [true]]);
  expect(onLeft).not.toHaveBeenCalled();
});

test('ends the socket before with 4000, whose close then ends nothing', async () => {
  const { timers, attach, onPresence, onLeft } = connectedPage();
  const first = attach();
  attach();
  first.emit('close', 1_006);
  await timers.move(60_000);
  expect(first.close.mock.calls).toEqual([[4_000]]);
  expect([onPresence.mock.calls, onLeft.mock.calls]).toEqual([[[true], [true]], []]);
});

test.each([
  ['signed_out', 4_001],
  ['misused', null],
])('leaves at once when it is %s, and never again', async (why, code) => {
  const { timers, page, attach, onLeft } = connectedPage();
  const socket = attach();
  const token = page.issueResumeToken();
  if (code === null) socket.emit('message', Buffer.from('no JSON'), false);
  else page.signOut();
  expect(onLeft.mock.calls).toEqual([[why]]);
  expect(socket.close).toHaveBeenCalledWith(code ?? 4_009);
  expect(page.redeemResumeToken(token)).toBe(false);
  page.signOut();
  await timers.move(60_000);
  expect(onLeft).toHaveBeenCalledTimes(1);
});

test('leaves no more after its host has released it', async () => {
  const { timers, page, attach, onLeft } = connectedPage();
  const socket = attach();
  socket.emit('close', 1_006);
  page.release();
  page.signOut();
  await timers.move(60_000);
  expect(onLeft).not.toHaveBeenCalled();
});
