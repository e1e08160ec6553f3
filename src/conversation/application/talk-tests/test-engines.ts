import { Injectable } from '@nestjs/common';
import { DialogueEngine } from '../../domain/dialogue-engine';
import { TalkAnalyst } from '../../domain/talk-analyst';
import { ModelHealth } from '../../infrastructure/model/model-health';
import { OfflineDialogue } from '../../offline/dialogue/offline-dialogue';
import { OfflineAnalyst } from '../../offline/reading/offline-analyst';

export type TestEngine = 'offline' | 'model';

/** Engines of tests of agents. */
@Injectable()
export class TestEngines {
  constructor(
    private readonly engine: DialogueEngine,
    private readonly analyst: TalkAnalyst,
    private readonly model: ModelHealth,
  ) {}

  /** Why tests by the model cannot run; null: they can. */
  async problem(engine: TestEngine): Promise<string | null> {
    if (engine === 'offline') return null;
    if (!this.model.client) return 'The service has no model: LLM_URL is not set.';
    return (await this.model.usable()) ? null : 'The model at LLM_URL cannot be used now.';
  }

  of(engine: TestEngine): { readonly engine: DialogueEngine; readonly analyst: TalkAnalyst } {
    return engine === 'model' ? { engine: this.engine, analyst: this.analyst } : offlineEngines();
  }
}

/** Engines that give the same results on every machine. */
export function offlineEngines(): { readonly engine: DialogueEngine; readonly analyst: TalkAnalyst } {
  return { engine: new OfflineDialogue(), analyst: new OfflineAnalyst() };
}
