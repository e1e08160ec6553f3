import type { MediaLeg } from '../../../media';
import type { DialResult } from '../../domain/carrier';
import type { PendingLine } from '../../../voice';
import { type DialRecording, EMPTY_REPORT } from './leg-store';
import { reportCallEnd } from './agent-call';
import { finishRecording } from './call-recording';
import type { Route } from './route';
import type { AttemptEvents, AudioLost, OutboundAnswer, OutboundTransport } from './transports';
import { NO_ENGINES, TrunkCall, type TrunkCallOptions } from './trunk-call';
import { TrunkFailover } from './trunk-failover';

/** Rings a number over one trunk after another, then runs the talk. */
export class OutboundCall<R extends Route, L extends MediaLeg> extends TrunkCall {
  readonly result: Promise<DialResult>;
  readonly ended: Promise<void>;
  #failover: TrunkFailover<R, OutboundAnswer> | null = null;

  constructor(
    private readonly transport: OutboundTransport<R, L>,
    options: TrunkCallOptions,
  ) {
    super(options);
    this.result = this.reporter.result;
    this.ended = this.#run();
  }

  override stop(): void {
    super.stop();
    this.#failover?.giveUp();
  }

  async #run(): Promise<void> {
    const { transport } = this;
    const [leg, recording] = await Promise.all([transport.openMedia(), this.options.recording()]);
    if (!leg) return this.#refuse(transport.noMediaReason);
    const line = this.openLine();
    if (line) return this.#ring(leg, line, recording);
    void leg.close();
    return this.#refuse(NO_ENGINES);
  }

  async #ring(leg: L, line: PendingLine, recording: DialRecording | null): Promise<void> {
    const { transport, reporter, options } = this;
    const events = this.#attemptEvents(line);
    this.#failover = new TrunkFailover({
      routes: transport.routes,
      record: options.record,
      timers: options.timers,
      maxGiveUpMs: transport.maxGiveUpMs,
      attempt: (route) => transport.attempt(route, leg, events),
      onProgress: (message, shownNumber) => {
        const shown = shownNumber === undefined ? {} : { shownNumber };
        reporter.emit({ type: 'timeline', kind: 'trunk', message, ...shown });
      },
    });
    if (this.phase !== 'in_transit') this.#failover.giveUp();
    const found = await this.#failover.run();
    if (found.kind === 'answered' && 'contact' in found) return this.talk(found.contact, line, recording);
    line.drop();
    void leg.close();
    if (found.kind !== 'answered') {
      reporter.reportUnanswered(found);
      return;
    }
    await this.#onLost(found.lost, recording);
  }

  async #onLost({ cause, talkMs }: AudioLost, recording: DialRecording | null): Promise<void> {
    const { record, timers } = this.options;
    const file = await finishRecording(null, recording?.path ?? null, talkMs);
    const end = { cause, by: cause === 'hung_up' ? 'contact' : 'carrier', talkMs } as const;
    const free = () => record.storeEnd(EMPTY_REPORT);
    await reportCallEnd(end, file, { ...this.reporter.agentCall, recording, timers, free });
  }

  #attemptEvents(line: PendingLine): AttemptEvents {
    const { reporter, onTransfer } = this;
    return {
      onTransfer,
      onCallId: (carrierCallId) => reporter.onCallId(carrierCallId),
      onRinging: () => {
        // Waits for ringing, so that busy numbers use no speech engine.
        line.prepare();
        reporter.emit({ type: 'ringing' });
        reporter.reportAccepted();
      },
      onAnswered: () => {
        reporter.reportAnswered({ type: 'answered' });
        reporter.reportAccepted();
      },
    };
  }

  async #refuse(reason: string): Promise<void> {
    await this.options.record.storeEnd(EMPTY_REPORT);
    this.reporter.reportRefused({ temporary: true, reason });
  }
}
