import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Readiness } from '../../platform/health/readiness';
import { Metrics } from '../../platform/metrics';
import { trunkSummary } from '../../trunks';
import { PendingRecordingRepository } from '../infrastructure/recordings/pending-recording.repository';
import { SipStack } from '../infrastructure/sip/sip-stack';
import { RecordingSpool } from '../infrastructure/recordings/recording-spool';
import { OpenTrunks } from './open-trunks';
import { TrunkSync } from './trunk-sync';

/** Reports the trunks of this process at /health/ready, and its audio and trunks at /metrics. */
@Injectable()
export class MediaMetrics implements OnModuleInit {
  constructor(
    private readonly readiness: Readiness,
    private readonly metrics: Metrics,
    private readonly trunks: OpenTrunks,
    private readonly trunkSync: TrunkSync,
    private readonly stack: SipStack,
    private readonly recordings: RecordingSpool,
    private readonly pending: PendingRecordingRepository,
  ) {}

  onModuleInit(): void {
    this.readiness.registerPart('telephony', () =>
      this.trunks.hasAny ? trunkSummary(this.trunkSync.states) : null,
    );
    this.metrics.labelled(
      {
        type: 'gauge',
        name: 'aics_trunk_up',
        help: '1 while the trunk is up; 0 while it is down, failing or unknown.',
        label: 'trunk',
      },
      () => this.trunkSync.states.map(({ name, state }) => [name, state === 'up' ? 1 : 0] as const),
    );
    this.metrics.labelled(
      {
        type: 'gauge',
        name: 'aics_registrations',
        help: 'Phones that are registered with a trunk in this process.',
        label: 'trunk',
      },
      () => this.stack.registrations,
    );
    this.metrics.gauge(
      'aics_recordings_waiting',
      'Recordings of ended calls that this process could not store yet, and those of carriers that are awaited.',
      async () => this.recordings.unstored + (await this.pending.count()),
    );
    this.#audio();
  }

  #audio(): void {
    const type = 'counter';
    this.metrics.labelled(
      { type, name: 'aics_rtp_packets_total', help: 'RTP packets by direction.', label: 'direction' },
      async () => {
        const { sent, received } = (await this.stack.legs.figures()).rtp;
        return Object.entries({ sent, received });
      },
    );
    this.metrics.labelled(
      {
        type,
        name: 'aics_rtp_dropped_total',
        help: 'RTP packets that nobody heard, by reason.',
        label: 'reason',
      },
      async () => Object.entries((await this.stack.legs.figures()).rtp.dropped),
    );
    this.metrics.total(
      'aics_rtp_lost_total',
      'RTP packets that were sent to us and never came.',
      async () => {
        return (await this.stack.legs.figures()).rtp.lost;
      },
    );
    this.metrics.histogram(
      'aics_media_late_seconds',
      'How late the 20 ms clock of the audio was.',
      async () => {
        const { ticks, sumMs, buckets } = (await this.stack.legs.figures()).lateness;
        return {
          buckets: buckets.map(({ ms, ticks: most }) => [ms / 1_000, most] as const),
          count: ticks,
          sum: sumMs / 1_000,
        };
      },
    );
  }
}
