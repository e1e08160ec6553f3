import { EventEmitter } from 'node:events';
import type { WebSocket } from 'ws';
import { HandMovedTime, settled } from '../../../../../test/harness/simulated-network';
import type { StreamLeg } from '../../../../media';
import type { CloudAnsweredLeg } from '../cloud-answered-leg';
import { TWILIO } from '../twilio/twilio';
import { StreamAttachment } from './stream-attachment';

const START = {
  event: 'start',
  start: {
    streamSid: `MZ${'1'.repeat(32)}`,
    mediaFormat: { encoding: 'audio/x-mulaw', sampleRate: 8_000, channels: 1 },
  },
};

/** A leg whose carrier connects streams, on a virtual clock. */
function attachment() {
  const time = new HandMovedTime();
  const ended: string[] = [];
  const phones: CloudAnsweredLeg[] = [];
  const leg = { begin: () => undefined, onAnswered: () => undefined } as unknown as StreamLeg;
  const streams = new StreamAttachment({
    leg,
    codec: TWILIO.stream,
    timers: time,
    hangUp: () => undefined,
    onAnswered: (phone) => {
      phones.push(phone);
      phone.listen({
        onHold: () => undefined,
        onKey: () => undefined,
        onEnded: (why) => void ended.push(why),
      });
    },
  });
  const attach = () => {
    const socket = Object.assign(new EventEmitter(), {
      terminate: () => void socket.emit('close'),
      close: () => undefined,
      ping: () => undefined,
    });
    streams.attachStream(socket as unknown as WebSocket);
    /** The messages of one packet. */
    return (...messages: object[]) => {
      for (const message of messages) socket.emit('message', Buffer.from(JSON.stringify(message)), false);
    };
  };
  return { streams, time, ended, attach, phone: () => phones[0]! };
}

describe('StreamAttachment', () => {
  it('accepts one stream, and another one after a redirect', async () => {
    const { streams, attach, phone, ended } = attachment();
    expect(streams.acceptsStream).toBe(true);
    attach()(START);
    expect(streams.acceptsStream).toBe(false);
    phone().beginRedirect();
    const resumed = phone().resumeStream(10_000);
    expect(streams.acceptsStream).toBe(true);
    attach()(START);
    await resumed;
    expect([streams.acceptsStream, ended]).toEqual([false, []]);
  });

  it('accepts no stream after the limit of a redirect', async () => {
    const { streams, attach, phone, ended, time } = attachment();
    attach()(START);
    phone().beginRedirect();
    void phone().resumeStream(10_000);
    await time.move(10_000);
    expect([streams.acceptsStream, ended]).toEqual([false, ['lost']]);
  });

  it('reports a call that ends in the packet that reconnects it', async () => {
    const { attach, phone, ended } = attachment();
    attach()(START);
    phone().beginRedirect();
    void phone().resumeStream(10_000);
    attach()(START, { event: 'stop' });
    await settled();
    expect(ended).toEqual(['hung_up']);
  });

  it('keeps a call whose stream broke just before its redirect', async () => {
    const { attach, phone, ended, time } = attachment();
    attach()(START);
    phone().onRemoteEnd('closed');
    await time.move(1_000);
    phone().beginRedirect();
    await time.move(10_000);
    expect(ended).toEqual([]);
    // The redirect failed after all.
    phone().cancelRedirect();
    await time.move(5_000);
    expect(ended).toEqual(['lost']);
  });
});
