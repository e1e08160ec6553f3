import type { EarTick } from '../lib/live/ear-player';
import type { MicMessage } from '../lib/live/mic.worklet';
import { newAudioContext } from './audio-context';
import { canChooseSpeaker, LiveEar } from './live-ear';
import {
  type Device,
  devicesOf,
  Microphone,
  MicrophoneError,
  type MicrophoneProblem,
  requestMicrophone,
  stopTracks,
} from './microphone';

export interface Devices {
  readonly microphones: readonly Device[];
  /** Empty where the browser cannot choose one. */
  readonly speakers: readonly Device[];
  /** Ids of those in use; empty for the browser's default loudspeaker. */
  readonly microphone: string;
  readonly speaker: string;
}

export interface TalkAudioEvents {
  readonly onTick: (tick: EarTick) => void;
  readonly onFrame: (frame: MicMessage) => void;
  readonly onDevices: (devices: Devices) => void;
  /** The device was pulled out, or its permission taken back; why no other goes on, null when one does. */
  readonly onUnplugged: (problem: MicrophoneProblem | null) => void;
  /** The chosen one was pulled out; the browser's default goes on. */
  readonly onSpeakerUnplugged: () => void;
  /** The browser stops sound when a phone rings, or the page is hidden. */
  readonly onSuspended: (isSuspended: boolean) => void;
}

/** Microphone and loudspeaker of a talk. Make it in the handler of a press: else the browser suspends it. */
export class TalkAudio {
  readonly ear: LiveEar;
  #microphone: Microphone | null = null;
  #permission: PermissionStatus | null = null;
  #isUnplugged = false;
  #isClosed = false;

  constructor(private readonly events: TalkAudioEvents) {
    this.ear = new LiveEar(newAudioContext(), events.onSuspended);
  }

  async openEar(): Promise<void> {
    await this.ear.open({ sides: 1 }, this.events.onTick);
  }

  /** @throws MicrophoneError */
  async openMicrophone(): Promise<void> {
    const stream = await requestMicrophone();
    try {
      await this.#connect(stream);
    } finally {
      // A talk may end while the browser requests the permission.
      if (this.#isClosed || !this.#microphone) stopTracks(stream);
    }
    if (this.#isClosed) return;
    navigator.mediaDevices.addEventListener('devicechange', this.#onDeviceChange);
    await Promise.all([this.#list(), this.#watchPermission()]);
  }

  /** @throws MicrophoneError and the former one goes on */
  async setMicrophone(id: string): Promise<void> {
    await this.#use(await requestMicrophone(id));
  }

  /** The former one goes on where this one cannot. */
  async setSpeaker(id: string): Promise<void> {
    await this.ear.setSpeaker(id).catch(() => undefined);
    await this.#list();
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#microphone?.close();
    if (this.#microphone) navigator.mediaDevices.removeEventListener('devicechange', this.#onDeviceChange);
    this.#permission?.removeEventListener('change', this.#onDeviceChange);
    this.ear.close();
  }

  async #connect(stream: MediaStream): Promise<void> {
    if (this.#isClosed) return;
    const { onFrame } = this.events;
    const onUnplugged = () => void this.#replace();
    this.#microphone = await Microphone.open(this.ear.context, stream, onFrame, onUnplugged);
  }

  readonly #onDeviceChange = (): void => {
    void (this.#isUnplugged ? this.#replace() : this.#list());
  };

  async #watchPermission(): Promise<void> {
    try {
      const permission = await navigator.permissions.query({ name: 'microphone' });
      if (this.#isClosed) return;
      permission.addEventListener('change', this.#onDeviceChange);
      this.#permission = permission;
    } catch {
      // A browser without it: the person chooses a microphone.
    }
  }

  async #use(stream: MediaStream): Promise<void> {
    if (this.#isClosed) {
      stopTracks(stream);
      return;
    }
    this.#microphone?.use(stream);
    this.#isUnplugged = false;
    await this.#list();
  }

  /** Replaces a lost device by the browser's default. */
  async #replace(): Promise<void> {
    if (this.#isClosed) return;
    this.#isUnplugged = true;
    try {
      await this.#use(await requestMicrophone());
      this.events.onUnplugged(null);
    } catch (error) {
      // The next one that is plugged in or allowed goes on.
      this.events.onUnplugged(error instanceof MicrophoneError ? error.problem : 'no_microphone');
    }
  }

  async #list(): Promise<void> {
    const [microphones, speakers] = await Promise.all([
      devicesOf('audioinput'),
      canChooseSpeaker() ? devicesOf('audiooutput') : [],
    ]);
    if (this.#isClosed) return;
    const chosen = this.ear.speaker;
    if (chosen !== '' && !speakers.some(({ id }) => id === chosen)) {
      this.events.onSpeakerUnplugged();
      await this.ear.setSpeaker('').catch(() => undefined);
    }
    const microphone = this.#microphone?.deviceId ?? '';
    this.events.onDevices({ microphones, speakers, microphone, speaker: this.ear.speaker });
  }
}
