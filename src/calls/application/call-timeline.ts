import { Injectable } from '@nestjs/common';
import type { TimelineEntry } from '../domain/timeline';
import { TimelineRepository } from '../infrastructure/timeline.repository';

/** Lets other contexts write to a call's timeline. */
@Injectable()
export class CallTimeline {
  constructor(private readonly timeline: TimelineRepository) {}

  add(entries: readonly TimelineEntry[]): Promise<void> {
    return this.timeline.add(entries);
  }
}
