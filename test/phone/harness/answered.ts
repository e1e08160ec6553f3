import type { Session } from '../../../src/sip/application/session';
import type { SessionEnd } from '../../../src/sip/application/session-types';
import { AUDIO, requestText, SDP } from './sip-texts';
import type { UserAgentDriver } from './user-agent-driver';

export const ANSWER = { audio: AUDIO, peer: {}, contact: 'us' };

/** An INVITE that we answered; its ACK came unless `ack` is false. */
export async function answered(driver: UserAgentDriver, { ack = true, body = SDP } = {}) {
  const ends: SessionEnd[] = [];
  const audios: unknown[] = [];
  await driver.receive(requestText('INVITE', { body }));
  const session = driver.incoming[0]?.answer({
    ...ANSWER,
    handlers: { onEnded: (end) => ends.push(end), audio: (audio) => audios.push(audio) },
  }) as Session;
  const toTag = session.record.localTag;
  if (ack) await driver.receive(requestText('ACK', { toTag, branch: 'z9hG4bK-ack' }));
  driver.newMessages();
  return { session, toTag, ends, audios };
}
