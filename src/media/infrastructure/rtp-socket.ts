import { randomBytes } from 'node:crypto';
import type { OpenedPath, PathHooks } from '../domain/media-host';
import type { RtpIdentity } from '../domain/rtp/rtcp-session';
import { RtpSession } from '../domain/rtp/rtp-session';
import type { PortPair } from './port-pool';
import { NODE_PRIMITIVES } from './srtp-primitives';

export function rtpPath(pair: PortPair, now: () => number, { keyMoved, onFailed }: PathHooks): OpenedPath {
  const { rtp, rtcp, port } = pair;
  const session = new RtpSession(
    newIdentity(),
    {
      // A packet that cannot be sent now (no route, full queue) is lost. Without a callback its error is ignored.
      rtp: (bytes, length, address, to) => {
        if (isPort(to)) rtp.send(bytes, 0, length, to, address);
      },
      rtcp: (bytes, address, to) => {
        if (isPort(to)) rtcp.send(bytes, to, address);
      },
    },
    keyMoved,
    NODE_PRIMITIVES,
  );
  rtp.on('message', (bytes, { address, port: from }) => {
    try {
      session.receiveRtp(bytes, address, from, now());
    } catch (error) {
      onFailed(error);
    }
  });
  rtcp.on('message', (bytes, { address, port: from }) => {
    try {
      session.receiveRtcp(bytes, address, from, now());
    } catch (error) {
      onFailed(error);
    }
  });
  // Ignores ICMP "port unreachable": SIP signals the end of a call.
  rtp.on('error', ignore);
  rtcp.on('error', ignore);
  return {
    port,
    stream: null,
    path: session,
    setRemote: (remote) => session.setRemote(remote),
    close: () => {
      // Sends RTCP BYE before it returns, so that the sockets can be closed.
      session.close();
      pair.close();
    },
  };
}

function newIdentity(): RtpIdentity {
  const random = randomBytes(16);
  return {
    ssrc: random.readUInt32BE(0),
    timestamp: random.readUInt32BE(4),
    // In the lower half, so that SRTP agrees on wraps of the sequence when first packets are lost (RFC 3711, 3.3.1).
    sequence: random.readUInt16BE(8) & 0x7fff,
    cname: random.toString('hex', 10),
  };
}

/** A datagram may come from port 0, and an SDP may contain it: sending there fails. */
function isPort(port: number): boolean {
  return port > 0 && port < 65_536;
}

function ignore(): void {
  // Nothing is to be done.
}
