import type { FieldProblem } from '../../platform/kernel/domain-error';
import type { ToolState } from '../domain/tool';

/** Reads tools as files of tests have them: bodies of POST /tools, `url` optional. Nothing is stored or sent. */
export abstract class FileToolReader {
  abstract read(bodies: readonly object[]): {
    readonly tools: readonly ToolState[];
    readonly problems: readonly FieldProblem[];
  };
}
