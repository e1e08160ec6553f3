import { setTimeout as sleep } from 'node:timers/promises';
import { LossyRelay } from './lossy-relay.mjs';
import { MixedAudio } from './mixed-audio.mjs';

/** The other side's turn is over after so much quiet; when it says nothing at all, its turn is over after so long. */
const TURN_MS = 700;
const PATIENCE_MS = 5_000;
/** Who is called and hears nothing says something sooner. */
const HELLO_MS = 1_500;
/** Pauses between words are no end of the other side's audio. */
const PAUSE_MS = 300;
const HOLD_AFTER_MS = 1_000;
const LOOK_MS = 40;

/** The audio of one call and what is done in it, from the answer to the end. */
export class PhoneCall {
  /** When the other side's voice began and ended, on the clock of `performance.now()`. */
  #voicedAt = null;
  #quietAt = null;
  #heardTurn = false;
  /** When we began to speak last. */
  #spokeAt = 0;
  #ended = false;
  #answeredAt = null;
  #recording = null;
  /** What is said in this call alone, and behind it; null: `--say`. */
  script = null;
  #stop;
  /** Resolves with whether it was answered. */
  finished = new Promise((stop) => (this.#stop = stop));

  constructor({ number, called, leg, options, audio, events }) {
    this.number = number;
    this.called = called;
    this.leg = leg;
    this.options = options;
    this.audio = audio;
    this.events = events;
    leg.listen({
      onVoiced: (at) => this.#voiced(leg.startedAt + at),
      quiet: (at) => (this.#quietAt = leg.startedAt + at),
      dtmf: (key, at) => this.tell('dtmf', { at: leg.startedAt + at, key, by: 'rfc4733' }),
      onClosed: (why) => why !== 'closed' && console.error(`The media of call ${number} are lost: ${why}.`),
    });
  }

  tell(event, fields = {}) {
    this.events.tell(event, { call: this.number, ...fields });
  }

  /** The port that the other side is told. */
  async port() {
    if (this.options.loss === 0) return this.leg.port;
    this.relay ??= await LossyRelay.open(this.options.mediaHost, this.leg.port, this.options.loss / 100);
    return this.relay.port;
  }

  /** Follows what was agreed in SDP. */
  follow({ address, port, codec, payloadType, receive, telephoneEvent, direction, srtp }, signalling) {
    const upper = (name) => name.toUpperCase();
    if (this.relay) this.relay.remote = { address, port };
    const target = this.relay ? { address: '127.0.0.1', port: this.relay.inner } : { address, port };
    const silent = this.options.noRtp || address === '0.0.0.0';
    this.codec = upper(codec);
    this.leg.setRemote({
      ...target,
      address: silent ? null : target.address,
      codec: upper(codec),
      payloadType,
      receive: new Map([...receive].map(([type, name]) => [type, upper(name)])),
      events: telephoneEvent === null ? null : { send: telephoneEvent, receive: [telephoneEvent, 101] },
      sources: [target.address, ...(signalling ? [signalling] : [])],
      ...(srtp && { srtp }),
    });
    this.leg.setDirection(direction);
  }

  /** The call is answered: says, presses, holds and hangs up as it was told. */
  answered(session) {
    this.session = session;
    this.#answeredAt = performance.now();
    this.leg.onAnswered();
    this.tell('answered', { codec: this.codec ?? null });
    void this.#record();
    void (this.script ? this.#follow(this.script) : this.#talk());
    void this.#watchVoice();
    if (this.options.hold !== undefined) void this.#hold(this.options.hold * 1_000);
    const { hangUpAfter } = this.options;
    if (hangUpAfter) void this.#hangUpIn((hangUpAfter[this.number - 1] ?? hangUpAfter.at(-1)) * 1_000);
  }

  /** Resolves when the other side knows, or does not answer. */
  hangUp() {
    this.goodbye = this.session?.hangUp();
    return this.goodbye;
  }

  /** Ends what belongs to the call, and tells how it ended. */
  async end(fields) {
    if (this.#ended) return;
    this.#ended = true;
    const { sent, received, lost, late, jitterMs } = (await this.leg.close()) ?? {};
    this.relay?.close();
    const recorded = await (await this.#recording)?.finished;
    if (recorded?.error) console.error(`The recording is not whole: ${recorded.error.message}`);
    this.#voiceEnded();
    if (this.#answeredAt !== null) {
      this.tell('rtp', { sent, received, lost, late, jitter_ms: jitterMs });
      fields = { ...fields, duration_ms: Math.round(this.endedAt() - this.#answeredAt) };
    }
    this.tell('ended', fields);
    this.#stop(this.#answeredAt !== null);
  }

  endedAt = () => (this.lastAt ??= performance.now());

  async #record() {
    const { record } = this.options;
    if (!record) return;
    const path = this.number === 1 ? record : record.replace(/(\.wav)?$/, `-${this.number}$1`);
    this.#recording = this.leg.record(path).catch((error) => {
      console.error(`The recording could not be made: ${error.message}`);
    });
  }

  async #talk() {
    const { cutIn } = this.options;
    for (const [at, audio] of this.audio.entries()) {
      if (at > 0 && cutIn !== undefined) await this.#otherBegan(cutIn * 1_000);
      else await this.#otherTurn(this.called && at === 0 ? HELLO_MS : PATIENCE_MS);
      if (this.#ended) return;
      this.#heardTurn = false;
      this.#spokeAt = performance.now();
      await this.leg.play(audio);
      this.tell('said', { number: at + 1 });
    }
    if (!this.options.dtmf) return;
    await sleep(500);
    this.leg.sendDtmf(this.options.dtmf);
  }

  /** Says what the script has, each after the other side's turn or in its midst, and hangs up after the last. */
  async #follow({ number: to, background, turns }) {
    const recording = await this.#recording;
    const mixed = new MixedAudio(this.leg, background);
    await mixed.begin();
    for (const [at, { audio, cutIn }] of turns.entries()) {
      if (cutIn === null) await this.#otherTurn(at === 0 ? HELLO_MS : PATIENCE_MS);
      else await this.#otherBegan(cutIn * 1_000);
      if (this.#ended) return;
      this.#heardTurn = false;
      this.#spokeAt = performance.now();
      const fromMs = mixed.nextMs;
      const recordingMs = Math.round(fromMs - (recording?.startedMs ?? 0));
      const heard = { at: this.leg.startedAt + fromMs, recording_ms: recordingMs };
      this.tell('says', { to, number: at + 1, ...heard });
      await mixed.say(audio);
      this.tell('said', { number: at + 1 });
      // An answer to its first half is none to all of it.
      if (cutIn === null) this.#heardTurn = this.#voicedAt !== null && this.#quietAt === null;
    }
    await this.#otherTurn(PATIENCE_MS);
    this.tell('script_ended', { missing_ms: Math.round(await mixed.stop()) });
    await this.hangUp();
  }

  /** Waits until the other side spoke and is quiet; or for so long as one waits for a word. */
  async #otherTurn(patienceMs) {
    const began = performance.now();
    while (!this.#ended) {
      await sleep(LOOK_MS);
      const now = performance.now();
      const speaking = this.#voicedAt !== null && this.#quietAt === null;
      if (speaking) continue;
      if (this.#heardTurn ? now - this.#quietAt > TURN_MS : now - began > patienceMs) return;
    }
  }

  /** Waits until the other side has begun to speak since we did, and has spoken for so long; or is silent for too long. */
  async #otherBegan(forMs) {
    let quietSince = performance.now();
    while (!this.#ended) {
      const now = performance.now();
      const isSpeaking = this.#voicedAt !== null && this.#voicedAt > this.#spokeAt;
      if (isSpeaking) quietSince = now;
      if (isSpeaking ? now - this.#voicedAt >= forMs : now - quietSince > PATIENCE_MS) return;
      await sleep(LOOK_MS);
    }
  }

  #voiced(at) {
    this.#heardTurn = true;
    if (this.#voicedAt === null) {
      this.#voicedAt = at;
      this.tell('audio_began', { at });
    }
    this.#quietAt = null;
  }

  async #watchVoice() {
    while (!this.#ended) {
      await sleep(LOOK_MS);
      if (this.#quietAt !== null && performance.now() - this.#quietAt > PAUSE_MS) this.#voiceEnded();
    }
  }

  #voiceEnded() {
    if (this.#voicedAt === null) return;
    const at = this.#quietAt ?? performance.now();
    this.tell('audio_ended', { at, length_ms: Math.round(at - this.#voicedAt) });
    this.#voicedAt = null;
  }

  async #hold(ms) {
    await sleep(HOLD_AFTER_MS);
    if (!this.#ended) await this.session.setDirection('sendonly');
    await sleep(ms);
    if (!this.#ended) await this.session.setDirection('sendrecv');
  }

  async #hangUpIn(ms) {
    await sleep(ms);
    if (!this.#ended) await this.hangUp();
  }
}
