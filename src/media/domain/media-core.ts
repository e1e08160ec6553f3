import { BlockPool } from './block-pool';
import { FRAME_MS, FRAME_SAMPLES } from './frame';
import { LegAudio } from './leg-audio';
import { LegTap } from './leg-tap';
import type { LegCommand, LegOptions, MediaCommand } from './leg-messages';
import { legReports } from './leg-reports';
import type { LegStatistics } from './media-leg';
import { LATENESS_BUCKETS_MS, NO_TOTALS, type RtpTotals, withLeg } from './media-figures';
import type { MediaHost, OpenedPath } from './media-host';
import { Lateness } from './pacing';
import { StereoRecorder } from './stereo-recorder';

interface Leg {
  readonly id: number;
  readonly audio: LegAudio;
  readonly opened: OpenedPath;
}

type Handler = (leg: Leg, command: LegCommand) => void;

type LegHandlers = {
  readonly [Do in LegCommand['do']]?: (leg: Leg, command: LegCommand & { readonly do: Do }) => void;
};

/** Runs all legs of a media thread: executes commands, and processes every leg once per tick. */
export class MediaCore {
  readonly #legs = new Map<number, Leg>();
  /** `false`: closed before it was open. */
  readonly #opening = new Map<number, boolean>();
  readonly #lateness = new Lateness();
  readonly #blocks = new BlockPool();
  readonly #handlers = new Map(Object.entries(this.#makeHandlers()) as [string, Handler][]);
  #closed = NO_TOTALS;

  constructor(private readonly host: MediaHost) {}

  get size(): number {
    return this.#legs.size;
  }

  execute(command: MediaCommand): void {
    if (command.do === 'figures') {
      const { figures } = this.#lateness;
      const buckets = LATENESS_BUCKETS_MS.map((ms) => ({ ms, ticks: this.#lateness.atMost(ms) }));
      const lateness = { ...figures, buckets };
      this.host.post({ type: 'figures', requestId: command.requestId, lateness, rtp: this.#totals() });
      return;
    }
    this.#guard(command.leg, () => this.#handleCommand(command));
  }

  /** Sends packets before any work that can wait. `dueMs` is when the tick was due. */
  tick(dueMs: number): void {
    const now = this.host.now();
    this.#each((audio) => audio.receive(now));
    this.#each((audio) => audio.speak(now));
    // Measured at the last packet, not the first.
    this.#lateness.add(this.host.now() - dueMs);
    this.#each((audio) => audio.listen());
  }

  skip(frames: number): void {
    this.#each((audio) => audio.skip(frames));
  }

  #each(work: (audio: LegAudio) => void): void {
    for (const { id, audio } of this.#legs.values()) {
      this.#guard(id, () => work(audio));
    }
  }

  #guard(id: number, work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#fail(id, error);
    }
  }

  #fail(id: number, error: unknown): void {
    this.#close(id, `internal error: ${error instanceof Error ? error.message : String(error)}`);
  }

  #handleCommand(command: LegCommand): void {
    if (command.do === 'open') {
      void this.#open(command.leg, command.options);
      return;
    }
    if (command.do === 'close') {
      if (this.#opening.has(command.leg)) this.#opening.set(command.leg, false);
      this.#close(command.leg, 'closed');
      return;
    }
    const leg = this.#legs.get(command.leg);
    if (leg) this.#handlers.get(command.do)?.(leg, command);
  }

  #makeHandlers(): LegHandlers {
    return {
      remote: ({ opened }, { remote }) => opened.setRemote(remote),
      begin: ({ opened }, { encoding }) => opened.stream?.begin(encoding),
      heard: ({ opened }, { bytes }) => opened.stream?.receiveBytes(bytes, this.host.now()),
      answered: ({ audio }) => audio.onAnswered(),
      direction: ({ audio }, { direction }) => (audio.direction = direction),
      audio: ({ audio }, command) => audio.playout.add(command.audio),
      mark: ({ audio }, { name }) => audio.playout.mark(name),
      pause: ({ audio }) => audio.playout.pause(),
      resume: ({ audio }, { backMs }) => audio.playout.resume(backMs),
      clear: ({ id, audio: { playout } }, { requestId }) => {
        const playedMs = playout.clear();
        this.host.post({ leg: id, type: 'cleared', requestId, playedMs, position: playout.position });
      },
      press: ({ audio }, { keys }) => audio.press(keys),
      bridge: ({ audio }, { other }) =>
        audio.bridge(other === null ? null : (this.#legs.get(other)?.audio ?? null)),
      want: (leg, command) => this.#want(leg, command),
      record: ({ id, audio }, { leadMs = 0 }) => this.#record(id, audio, leadMs),
      stop_recording: ({ id, audio }) => this.#stopRecording(id, audio),
      written: ({ audio }, { buffer }) => audio.recorder?.giveBack(buffer),
      tap_returned: ({ audio }, { buffer }) => audio.tap?.giveBack(buffer),
      statistics: ({ id, audio }, { requestId }) => {
        const statistics = this.#statisticsOf(audio);
        this.host.post({ leg: id, type: 'statistics', requestId, statistics });
      },
    };
  }

  #want({ id, audio }: Leg, { frames, tones, tap }: LegCommand & { readonly do: 'want' }): void {
    audio.wantsFrames = frames;
    audio.wantsTones = tones;
    if (!tap) audio.tap = null;
    else
      audio.tap ??= new LegTap((block) =>
        this.host.post({ leg: id, type: 'tapped', ...block }, [block.buffer]),
      );
  }

  async #open(leg: number, options: LegOptions): Promise<void> {
    this.#opening.set(leg, true);
    try {
      let audio: LegAudio | null = null;
      const opened = await this.host.open(options, {
        keyMoved: (move) => audio?.keyMoved(move),
        onSpoken: (bytes) => this.host.post({ leg, type: 'spoken', bytes }, [bytes.buffer]),
        onFailed: (error) => this.#fail(leg, error),
      });
      if (this.#opening.get(leg) === false) {
        opened.close();
        this.host.post({ leg, type: 'closed', why: 'closed', statistics: null });
        return;
      }
      const reports = legReports(leg, (event, given) => this.host.post(event, given));
      audio = new LegAudio(
        opened.path,
        reports,
        (report) => this.host.makeVoiceDetector(report),
        this.#blocks,
      );
      this.#legs.set(leg, { id: leg, audio, opened });
      this.host.post({ leg, type: 'opened', port: opened.port, clockStartMs: this.host.now() });
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      this.host.post({ leg, type: 'closed', why, statistics: null });
    } finally {
      this.#opening.delete(leg);
    }
  }

  #record(leg: number, audio: LegAudio, leadMs: number): void {
    this.#stopRecording(leg, audio);
    audio.recorder = new StereoRecorder((block) =>
      this.host.post({ leg, type: 'block', ...block }, [block.buffer]),
    );
    audio.recorder.skip(Math.round(leadMs / FRAME_MS) * FRAME_SAMPLES);
    this.host.post({ leg, type: 'recording', atMs: audio.clockMs });
  }

  #stopRecording(leg: number, audio: LegAudio): void {
    if (!audio.recorder) return;
    const recorded = audio.recorder.end();
    audio.recorder = null;
    this.host.post({ leg, type: 'recorded', ...recorded });
  }

  #close(id: number, why: string): void {
    const leg = this.#legs.get(id);
    if (!leg) return;
    this.#legs.delete(id);
    let statistics: LegStatistics | null = null;
    try {
      statistics = this.#statisticsOf(leg.audio);
      if (!leg.opened.stream) this.#closed = withLeg(this.#closed, statistics);
      leg.audio.bridge(null);
      this.#stopRecording(id, leg.audio);
      leg.opened.close();
    } finally {
      this.host.post({ leg: id, type: 'closed', why, statistics });
    }
  }

  #totals(): RtpTotals {
    const now = this.host.now();
    const overRtp = [...this.#legs.values()].filter(({ opened }) => !opened.stream);
    return overRtp.reduce((totals, { audio }) => withLeg(totals, audio.path.statistics(now)), this.#closed);
  }

  #statisticsOf({ path, clockMs, playout }: LegAudio): LegStatistics {
    return { ...path.statistics(this.host.now()), clockMs, queuedMs: playout.queuedMs };
  }
}
