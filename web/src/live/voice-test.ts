import { ApiError } from '../api/error';
import { reportError } from '../api/queries';
import { type StartedVoiceTest, type StartVoiceTest, voiceTests } from '../api/voice-tests';
import type { EarTick } from '../lib/live/ear-player';
import { EchoLikeness } from '../lib/live/echo-likeness';
import { FRAME_MS, FRAME_SAMPLES } from '../lib/live/frame';
import { SilenceWatch } from '../lib/live/level';
import { LevelStore } from '../lib/live/level-store';
import type { LiveMessage } from '../lib/live/live-message';
import type { MicMessage } from '../lib/live/mic.worklet';
import { SILENCE } from '../lib/live/mulaw';
import { addWords } from '../lib/live/words';
import { connectTo, LiveSocket, type SocketEnd } from './live-socket';
import { LiveStore } from './live-store';
import { isSecure, MicrophoneError, type MicrophoneProblem } from './microphone';
import { soundObstacle } from './sound-obstacle';
import { noteHungUp, startVoiceTest } from './start-voice-test';
import { TalkAudio } from './talk-audio';
import { BY_PERSON, type Notice, type Obstacle, PREPARING, type TalkEnd, type TalkState } from './talk-state';

/** Ticks of 100 ms between comparisons of microphone and ear. */
const COMPARE_TICKS = 5;
/** The host answers a hang-up at once, if it is there. */
const HANG_UP_MS = 3_000;
/** The host's clock of 5 s may end after the page's. */
const READ_AGAIN_MS = 1_000;
const MAX_READS = 3;
/** A network that is silent fails no request for minutes. */
const READ_TIMEOUT_MS = 5_000;
/** Why a talk has no microphone for now. */
const MISSING = ['not_allowed', 'no_microphone', 'taken'] as const;

const soundMs = (bytes: number): number => (bytes / FRAME_SAMPLES) * FRAME_MS;

/** A talk with an agent by the browser's microphone. Make it in the handler of a press. */
export class VoiceTest extends LiveStore<Notice, TalkState> {
  readonly level = new LevelStore();
  readonly #silence = new SilenceWatch();
  readonly #echo = new EchoLikeness();
  readonly #audio: TalkAudio;
  #socket: LiveSocket | null = null;
  #hasMicrophone = false;
  #hasBegun = false;
  #ticks = 0;

  constructor(body: StartVoiceTest) {
    super(PREPARING);
    this.#audio = new TalkAudio({
      onTick: (tick) => this.#onTick(tick),
      onFrame: (frame) => this.#onFrame(frame),
      onDevices: (devices) => this.set({ devices }),
      onUnplugged: (problem) => this.#noteUnplugged(problem),
      onSpeakerUnplugged: () => this.notice('speaker_unplugged', true),
      onSuspended: (isSuspended) => this.notice('suspended', isSuspended),
    });
    window.addEventListener('pagehide', this.close);
    this.#start(body).catch((error: unknown) => this.#refuse(obstacleOf(error)));
  }

  mute(isMuted: boolean): void {
    this.#silence.reset();
    this.set({ isMuted });
  }

  setVolume(volume: number): void {
    this.#audio.ear.setVolume(volume);
  }

  setSpeaker(id: string): void {
    this.notice('speaker_unplugged', false);
    void this.#audio.setSpeaker(id);
  }

  /** The former goes on where the new one cannot. */
  setMicrophone(id: string): void {
    this.notice('unplugged', false);
    this.#audio.setMicrophone(id).then(
      () => this.#noteMissing(null),
      (error: unknown) => {
        if (error instanceof MicrophoneError) this.#noteMissing(error.problem);
        this.set({});
      },
    );
  }

  press(key: string): void {
    this.#socket?.send({ type: 'key', key });
  }

  hangUp(): void {
    const wasSent = this.#hangUpBySocket();
    setTimeout(() => this.#hangUpByRequest(), wasSent ? HANG_UP_MS : 0);
  }

  /** When the page is left. */
  readonly close = (): void => {
    if (this.isOver) return;
    if (this.#hangUpBySocket()) this.#finish(BY_PERSON);
    else this.#hangUpByRequest();
  };

  async #start(body: StartVoiceTest): Promise<void> {
    // Worklets are missing there, too.
    if (!isSecure()) throw new MicrophoneError('not_secure');
    const [{ socket, ticket }] = await Promise.all([this.#request(body), this.#audio.openEar()]);
    if (this.isOver) return;
    // While the browser asks for the microphone the host prepares engines and the first sentence.
    this.#socket = new LiveSocket(connectTo(socket), ticket, soundMs, {
      onOpen: () => this.#begin(),
      onMessage: (message) => this.#onMessage(message),
      onSound: (bytes) => this.#audio.ear.play(bytes),
      onBreak: (isBroken) => this.notice('reconnecting', isBroken),
      onDelay: ({ shownMs, slowMs }) => this.set({ delayMs: shownMs, slowMs }),
      onEnd: (end) => void this.#explain(end),
    });
    await this.#audio.openMicrophone();
    this.#hasMicrophone = true;
    this.#begin();
  }

  /** Hangs up at once where the page has given up meanwhile, such as without sound. */
  async #request(body: StartVoiceTest): Promise<StartedVoiceTest> {
    const started = await startVoiceTest(body, () => this.isOver);
    this.set({ id: started.id, warnings: started.warnings });
    if (this.isOver) this.#sendHangUp();
    return started;
  }

  protected get isOver(): boolean {
    return this.state().phase !== 'talking';
  }

  /** Again over a socket that resumes, until the agent begins: a break may have swallowed it. */
  #begin(): void {
    if (this.#hasMicrophone && (!this.#hasBegun || this.state().state === 'preparing'))
      this.#hasBegun = this.#socket?.send({ type: 'begin' }) ?? false;
  }

  #onFrame({ bytes, level: received, frame }: MicMessage): void {
    const { state, isMuted } = this.state();
    const level = isMuted ? 0 : received;
    if (this.#hasBegun) this.#socket?.sendSound(isMuted ? bytes.fill(SILENCE) : bytes);
    this.level.add(level);
    this.#silence.add(level, FRAME_MS, state === 'listening' && !isMuted);
    this.notice('silent', this.#silence.isSilent);
    this.#echo.addMicrophone(frame, level);
  }

  #noteUnplugged(problem: MicrophoneProblem | null): void {
    // One that is allowed again was never pulled out.
    this.notice('unplugged', problem === null && !this.state().notices.has('not_allowed'));
    this.#noteMissing(problem);
  }

  #noteMissing(problem: MicrophoneProblem | null): void {
    for (const one of MISSING) this.notice(one, one === problem);
  }

  #onTick({ frame, levels, waitingMs }: EarTick): void {
    this.#socket?.tick(waitingMs);
    for (const [at, level] of levels.entries()) this.#echo.addEar(frame - levels.length + 1 + at, level);
    if (++this.#ticks % COMPARE_TICKS === 0 && this.#echo.isEcho(frame - 1)) this.notice('echo', true);
  }

  #onMessage(message: LiveMessage): void {
    if (message.type === 'state') this.set({ state: message.state });
    else if (message.type === 'flush') this.#audio.ear.flush();
    else if (message.type === 'ended') this.#finish({ by: message.ended_by, reason: message.reason });
    else if (message.type === 'turn' || message.type === 'partial') this.set(addWords(this.state(), message));
  }

  /** A browser shows no reason of a refused or broken socket: the service is asked. */
  async #explain(end: SocketEnd): Promise<void> {
    let isSilent = false;
    for (let reads = 1; reads <= MAX_READS && !isSilent; reads++) {
      const signal = AbortSignal.timeout(READ_TIMEOUT_MS);
      const read = await voiceTests.read(this.state().id ?? '', signal).catch(apiErrorOf);
      const isError = read instanceof ApiError;
      if (!isError && (read.status === 'ended' || read.status === 'failed')) {
        this.#finish({ by: read.ended_by, reason: read.reason });
        return;
      }
      if (end === 'refused') {
        this.#refuse(isError ? { kind: 'error', error: read } : { kind: 'no_socket' });
        return;
      }
      isSilent = isError && (signal.aborted || !navigator.onLine);
      if (!isSilent) await new Promise((resolve) => setTimeout(resolve, READ_AGAIN_MS));
    }
    this.#finish(isSilent ? 'connection_lost' : 'service_lost');
  }

  #refuse(obstacle: Obstacle): void {
    if (this.isOver) return;
    this.#release({ phase: 'refused', state: 'ended', obstacle });
    this.#sendHangUp();
  }

  #finish(end: TalkEnd): void {
    if (!this.isOver) this.#release({ phase: 'ended', state: 'ended', end });
  }

  #release(last: Partial<TalkState>): void {
    window.removeEventListener('pagehide', this.close);
    this.#socket?.close();
    this.#audio.close();
    this.set({ ...last, partial: '', notices: new Set() });
  }

  /** False while no socket is open. */
  #hangUpBySocket(): boolean {
    const { id } = this.state();
    if (id !== null) noteHungUp(id);
    return this.#socket?.send({ type: 'hang_up' }) ?? false;
  }

  #hangUpByRequest(): void {
    if (this.isOver) return;
    this.#finish(BY_PERSON);
    this.#sendHangUp();
  }

  /** Where it cannot be told, it ends by its own clock. */
  #sendHangUp(): void {
    const { id } = this.state();
    if (id === null) return;
    noteHungUp(id);
    voiceTests.hangUp(id).catch(() => undefined);
  }
}

function obstacleOf(error: unknown): Obstacle {
  return error instanceof MicrophoneError ? { kind: error.problem } : soundObstacle(error);
}

/** Throws what is no response of the service. */
function apiErrorOf(error: unknown): ApiError {
  if (!(error instanceof ApiError)) throw error;
  reportError(error);
  return error;
}
