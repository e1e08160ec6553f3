import { Injectable } from '@nestjs/common';
import { type ToolTalk, type ToolUser, ToolUsers } from '../../../conversation';
import { Clock } from '../../../platform/clock';
import { InvocationRepository } from '../../infrastructure/invocation.repository';
import { RecentTools } from '../../infrastructure/recent-tools';
import { ToolMetrics } from '../../infrastructure/tool-metrics';
import { CallOfTalk } from '../call-of-talk';
import { ToolRunner } from '../tool-runner';
import { SentWrites } from './sent-writes';
import { TalkToolUser } from './talk-tool-user';

/** Provides talks with their tools. */
@Injectable()
export class TalkTools extends ToolUsers {
  constructor(
    private readonly clock: Clock,
    private readonly tools: RecentTools,
    private readonly invocations: InvocationRepository,
    private readonly runner: ToolRunner,
    private readonly calls: CallOfTalk,
    private readonly metrics: ToolMetrics,
    private readonly sentWrites: SentWrites,
  ) {
    super();
  }

  override of(talk: ToolTalk): ToolUser {
    const { clock, tools, invocations, runner, calls, metrics, sentWrites } = this;
    // Before the first use, which must not wait for it.
    void runner.callOf(talk.tools);
    return new TalkToolUser({ clock, tools, invocations, runner, calls, metrics, sentWrites }, talk);
  }
}
