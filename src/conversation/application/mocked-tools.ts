import type { ToolAnswer, ToolError, ToolSpec } from '../../shared-kernel/tool-use';
import type { ToolCall } from '../domain/dialogue-engine';
import { type ToolTalk, type ToolUser, ToolUsers } from '../domain/tool-user';

type ToolMock =
  /** `arguments` as the tool gets them; absent: as the engine sent them. */
  | { readonly result: unknown; readonly arguments?: object }
  /** `message` for the engine; absent: the code. */
  | { readonly error: string; readonly message?: string };

/** What a tool gives by its name; undefined: there is no mock. */
export type ToolMocks = (call: ToolCall, spec: ToolSpec) => ToolMock | undefined;

/** The same error as in calls. */
const UNKNOWN_TOOL = { error: 'unknown_tool', message: 'There is no such function.' } as const;

/** Tools that send nothing. */
export class MockedTools extends ToolUsers {
  /** @param onUse receives each use with what came of it */
  constructor(
    private readonly mocks: ToolMocks,
    private readonly onUse: (call: ToolCall, answer: ToolAnswer) => void = () => undefined,
  ) {
    super();
  }

  override of({ tools: { specs } }: ToolTalk): ToolUser {
    const ended = (call: ToolCall, spec: ToolSpec | undefined, mock: ToolMock | undefined) => {
      const answer = answerOf(spec, mock);
      const fitted = mock && 'result' in mock ? mock.arguments : undefined;
      this.onUse({ ...call, arguments: fitted ?? call.arguments }, answer);
      return Promise.resolve(answer);
    };
    return {
      specs,
      use: (call) => {
        const spec = specs.find(({ name }) => name === call.name);
        return ended(call, spec, spec ? this.mocks(call, spec) : UNKNOWN_TOOL);
      },
      skip: (call) => ended(call, undefined, { error: 'too_many' }),
      note: () => undefined,
      end: () => undefined,
    };
  }
}

function answerOf(spec: ToolSpec | undefined, mock: ToolMock | undefined): ToolAnswer {
  const base = { invocationId: null, say: spec?.speech.failed ?? null, talkMs: 0 };
  if (mock && 'result' in mock)
    return { ...base, status: 'succeeded', result: mock.result ?? null, error: null };
  const { error: code, message = `The tool failed: ${code}.` } = mock ?? { error: 'no_mock' };
  const error: ToolError = { code, message, statusCode: null };
  return { ...base, status: statusOf(code), result: null, error };
}

function statusOf(code: string): 'timed_out' | 'invalid' | 'skipped' | 'failed' {
  if (code === 'timed_out' || code === 'invalid') return code;
  if (code === UNKNOWN_TOOL.error) return 'invalid';
  return code === 'too_many' ? 'skipped' : 'failed';
}
