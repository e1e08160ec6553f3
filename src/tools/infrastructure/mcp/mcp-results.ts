import type { CallToolResult } from '@modelcontextprotocol/client';
import { storedResult } from '../../domain/results';
import { failureWith, failureOf, MAX_ERROR_BODY_LENGTH, refusal, type SendResult } from '../send-result';
import { InputWanted } from './message-exchange';

/** Structured content, else text; other content is left out. */
export function callResult({ content, structuredContent, isError }: CallToolResult): SendResult {
  const texts = content.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  const result = structuredContent ?? (texts.length > 0 ? texts.join('\n') : null);
  if (isError === true) return toolError('The tool answered with an error.', result);
  return { kind: 'succeeded', result };
}

/** @param thrown by the protocol's client @param failure of a request, which caused it. Names neither address nor secret. */
export function failureOfServer(thrown: unknown, failure: Error | null, signal: AbortSignal): SendResult {
  if (failure instanceof InputWanted) return inputWanted();
  if (failure || signal.aborted) return failureOf(failure ?? thrown, signal);
  const { name, code, data, message } = thrown as {
    readonly name?: string;
    readonly code?: unknown;
    readonly data?: unknown;
    readonly message?: unknown;
  };
  if (name === 'ProtocolError') {
    return toolError(`The server refused the request (code ${String(code)}).`, String(message));
  }
  if (name === 'SdkHttpError') {
    const { status, text = null } = data as { readonly status: number; readonly text?: string | null };
    return refusal(status, text);
  }
  if (name === 'SdkError' && code === 'UNSUPPORTED_RESULT_TYPE') return inputWanted();
  return failureWith('bad_answer', 'The answer is not that of an MCP server.');
}

function inputWanted(): SendResult {
  return toolError('The server requests input, which nobody gives.', null);
}

function toolError(message: string, result: unknown): SendResult {
  const error = { code: 'tool_error', message, statusCode: null };
  return { kind: 'failed', error, result: storedResult(result, MAX_ERROR_BODY_LENGTH) };
}
