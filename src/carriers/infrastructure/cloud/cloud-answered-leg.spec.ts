import { HandMovedTime } from '../../../../test/harness/simulated-network';
import { transitionCells } from '../../../../test/harness/transition-cells';
import type { StreamLeg } from '../../../media';
import { ANSWERED_LEG, type AnsweredLegTrigger, CloudAnsweredLeg } from './cloud-answered-leg';

/** A leg on a virtual clock, whose redirect waits for its stream. */
function answeredLeg() {
  const time = new HandMovedTime();
  const reported: string[] = [];
  let reconnect: (isThere: boolean) => void = () => undefined;
  const leg = new CloudAnsweredLeg(
    { onAnswered: () => undefined, close: () => Promise.resolve(null) } as unknown as StreamLeg,
    {
      timers: time,
      socket: () => null,
      hangUp: () => void reported.push('hangs up'),
      waitForReconnect: (_timeoutMs, onDone) => (reconnect = onDone),
    },
  );
  leg.listen({
    onHold: () => undefined,
    onKey: () => undefined,
    onEnded: (why) => void reported.push(why),
  });
  void leg.resumeStream(10_000);
  return { leg, time, reported, reconnect: (isThere: boolean) => reconnect(isThere) };
}

type Driver = ReturnType<typeof answeredLeg>;

const PULL: Readonly<Record<AnsweredLegTrigger, (driver: Driver) => unknown>> = {
  stopped: ({ leg }) => leg.onRemoteEnd('stopped'),
  closed: ({ leg }) => leg.onRemoteEnd('closed'),
  reported: ({ leg }) => leg.onRemoteEnd('reported'),
  // The status of a cut stream, or the stream of a redirect.
  time_out: ({ leg, time, reconnect }) => (leg.status === 'cut' ? time.move(5_000) : reconnect(false)),
  redirect: ({ leg }) => leg.beginRedirect(),
  cancel_redirect: ({ leg }) => leg.cancelRedirect(),
  resume: ({ reconnect }) => reconnect(true),
  release: ({ leg }) => leg.close(),
  detach: ({ leg }) => leg.detach(),
};
const TRIGGERS = Object.keys(PULL) as AnsweredLegTrigger[];
const isEnd = (status: string) => status === 'hung_up' || status === 'lost';

describe('CloudAnsweredLeg', () => {
  it.each(
    transitionCells<keyof typeof ANSWERED_LEG, AnsweredLegTrigger>(ANSWERED_LEG, 'streaming', TRIGGERS),
  )('goes from $status by $trigger to $to', async ({ status, way, trigger, to }) => {
    const driver = answeredLeg();
    for (const before of way) await PULL[before](driver);
    expect(driver.leg.status).toBe(status);
    const before = driver.reported.length;
    await PULL[trigger](driver);
    expect(driver.leg.status).toBe(to);
    // The end is reported once.
    expect(driver.reported.slice(before)).toEqual(to !== status && isEnd(to) ? [to] : []);
    await driver.time.move(60_000);
    expect(driver.leg.status).toBe(to === 'cut' ? 'lost' : to);
  });

  it.each([
    [[], ['hangs up']],
    [['redirect', 'detach'], []],
  ] satisfies [AnsweredLegTrigger[], string[]][])('hangs up after %j: %j', (way, expected) => {
    const driver = answeredLeg();
    for (const before of way) PULL[before](driver);
    driver.leg.hangUp();
    expect(driver.reported).toEqual(expected);
  });
});
