import { Module } from '@nestjs/common';
import { Clock } from '../platform/clock';
import { Config } from '../platform/config/config';
import { Readiness } from '../platform/health/readiness';
import { Metrics } from '../platform/metrics';
import type { EarlyResult } from './application/early-replies';
import { TestEngines } from './application/talk-tests/test-engines';
import { TextTalk } from './application/text-talk';
import { TypedTalk } from './application/typed-talk';
import { TalkAnalyst } from './domain/talk-analyst';
import { DialogueEngine } from './domain/dialogue-engine';
import { ToolUsers } from './domain/tool-user';
import { ModelAnalyst } from './infrastructure/model/model-analyst';
import { ModelClient } from './infrastructure/model/model-client';
import { ModelDialogue } from './infrastructure/model/model-dialogue';
import { MODEL_TIMEOUTS } from './infrastructure/model/model-timeouts';
import { ModelHealth } from './infrastructure/model/model-health';
import { OfflineAnalyst } from './offline/reading/offline-analyst';
import { OfflineDialogue } from './offline/dialogue/offline-dialogue';

@Module({
  providers: [
    OfflineDialogue,
    OfflineAnalyst,
    {
      provide: ModelHealth,
      inject: [
        { token: Config, optional: true },
        { token: Readiness, optional: true },
        { token: Clock, optional: true },
      ],
      useFactory: (config?: Config, readiness?: Readiness, clock?: Clock) => {
        const model = config?.model ?? null;
        const state = new ModelHealth(
          model && new ModelClient(model),
          MODEL_TIMEOUTS,
          clock && (() => clock.nowMs()),
        );
        readiness?.registerPart('model', () => state.description);
        return state;
      },
    },
    {
      provide: DialogueEngine,
      inject: [ModelHealth, OfflineDialogue],
      useFactory: (state: ModelHealth, offline: OfflineDialogue): DialogueEngine =>
        state.client ? new ModelDialogue(state, offline, MODEL_TIMEOUTS) : offline,
    },
    {
      provide: TalkAnalyst,
      inject: [ModelHealth, OfflineAnalyst],
      useFactory: (state: ModelHealth, offline: OfflineAnalyst): TalkAnalyst =>
        state.client ? new ModelAnalyst(state, offline) : offline,
    },
    {
      provide: TextTalk,
      inject: [
        DialogueEngine,
        { token: Config, optional: true },
        { token: Metrics, optional: true },
        { token: ToolUsers, optional: true },
      ],
      useFactory: (engine: DialogueEngine, config?: Config, metrics?: Metrics, tools?: ToolUsers) => {
        const help = 'Replies requested before a turn was certainly over, by what became of them.';
        const name = 'aics_speculations_total';
        metrics?.declare(name, help, ['result']);
        const count = (result: EarlyResult) => metrics?.count(name, help, { result });
        return new TextTalk(engine, config?.speculation === true ? count : null, tools ?? null);
      },
    },
    TestEngines,
    TypedTalk,
  ],
  exports: [TestEngines, TextTalk, TypedTalk, TalkAnalyst],
})
export class ConversationModule {}
