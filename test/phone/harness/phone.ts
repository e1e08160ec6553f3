import {
  type CallFailure,
  type CallOptions,
  type IncomingCall,
  type OutgoingCall,
  type Provisional,
  type RemoteAudio,
  type Session,
  type SessionEnd,
  type SipEndpoint,
  type SipEndpointOptions,
  type Target,
  type UserAgentHooks,
  openSipEndpoint,
} from '../../../src/sip';

const AUDIO = {
  port: 40_000,
  codecs: ['pcma', 'pcmu'],
  telephoneEvent: true,
  direction: 'sendrecv',
} as const;
/** How we answer a call. */
export const ANSWER = { audio: AUDIO, peer: {}, contact: 'us' };

export interface PlacedCall {
  readonly call: OutgoingCall;
  readonly provisional: Provisional[];
  readonly audios: RemoteAudio[];
  readonly keys: string[];
  /** Rejects when the call fails. */
  readonly answered: Promise<Session>;
  readonly failed: Promise<CallFailure>;
  readonly ended: Promise<SessionEnd>;
}

/** A user agent of ours on loopback. */
export class Phone {
  readonly dropped: string[] = [];
  readonly warnings: string[] = [];
  readonly trace: string[] = [];

  private constructor(readonly endpoint: SipEndpoint) {}

  static async open(
    options: Partial<SipEndpointOptions> & {
      incoming?: (call: IncomingCall) => void;
      hooks?: Partial<UserAgentHooks>;
    } = {},
  ): Promise<Phone> {
    const { incoming, hooks, runtime, ...others } = options;
    const notes = { dropped: [] as string[], warnings: [] as string[], trace: [] as string[] };
    const endpoint = await openSipEndpoint({
      host: '127.0.0.1',
      port: 0,
      ...others,
      runtime: {
        warn: (context, message) => notes.warnings.push(`${message} ${JSON.stringify(context)}`),
        ...runtime,
      },
      hooks: {
        known: () => true,
        onDropped: (reason) => notes.dropped.push(reason),
        trace: ({ direction, text }) => notes.trace.push(`${direction} ${text.split('\r\n', 1)[0] ?? ''}`),
        ...(incoming === undefined ? {} : { incoming }),
        ...hooks,
      },
    });
    return Object.assign(new Phone(endpoint), notes);
  }

  get port(): number {
    return this.endpoint.port;
  }

  place(target: Target | readonly Target[], options: Partial<CallOptions> = {}): PlacedCall {
    const provisional: Provisional[] = [];
    const audios: RemoteAudio[] = [];
    const keys: string[] = [];
    const answered = promised<Session>();
    const failed = promised<CallFailure>();
    const ended = promised<SessionEnd>();
    answered.promise.catch(() => undefined);
    const call = this.endpoint.userAgent.call(
      {
        targets: 'port' in target ? [target] : target,
        peer: {},
        contact: 'us',
        audio: AUDIO,
        requestUri: 'sip:+911@example.com',
        from: { uri: 'sip:+912@example.com' },
        to: { uri: 'sip:+911@example.com' },
        ...options,
      },
      {
        provisional: (own) => provisional.push(own),
        onAnswered: (session) => {
          session.listen({
            audio: (audio) => audios.push(audio),
            dtmf: (key, ms) => keys.push(`${key} ${ms}`),
            onEnded: (end) => ended.resolve(end),
          });
          answered.resolve(session);
        },
        onFailed: (failure) => {
          failed.resolve(failure);
          answered.reject(new Error(`the call failed: ${JSON.stringify(failure)}`));
        },
      },
    );
    return {
      call,
      provisional,
      audios,
      keys,
      answered: answered.promise,
      failed: failed.promise,
      ended: ended.promise,
    };
  }

  close(): Promise<void> {
    return this.endpoint.userAgent.close();
  }
}

export function at(port: number, transport: Target['transport'] = 'udp'): Target {
  return { transport, address: '127.0.0.1', port };
}

interface Promised<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (error: Error) => void;
}

function promised<T>(): Promised<T> {
  let settle: Omit<Promised<T>, 'promise'> | undefined;
  const promise = new Promise<T>((resolve, reject) => {
    settle = { resolve, reject };
  });
  return { promise, ...settle! };
}
