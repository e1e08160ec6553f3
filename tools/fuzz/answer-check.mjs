import { TextDecoder } from 'node:util';
import { resolved } from '../lib/openapi.mjs';
import { MCP_PATH, mcpProblem } from './mcp.mjs';

/** Checks what every answer must fulfil, whatever was sent. */
export class AnswerCheck {
  #seen = new Set();
  #codes;

  constructor(document) {
    this.#codes = codesOf(document);
  }

  /** Describes the problem of an exchange; undefined when there is none. */
  problem({ method, path }, { answer, problem }) {
    if (problem) return problem;
    // Whoever sends no request at all may be left without an answer, but not hanging.
    if (!answer) return method === 'none' ? undefined : 'no answer';
    const { status, headers, body } = answer;
    if (!(status >= 200 && status < 500) || status === 304) {
      return `status ${status}: ${body.toString('utf8').slice(0, 200)}`;
    }
    const ids = headers['x-request-id'] ?? [];
    if (ids.length !== 1 || !/^req_[0-9a-z]{26}$/.test(ids[0])) return `X-Request-Id ${ids}`;
    if (this.#seen.has(ids[0])) return `X-Request-Id ${ids[0]} was there before`;
    this.#seen.add(ids[0]);
    if (path.startsWith('/v1/') && String(headers['cache-control']) !== 'no-store')
      return 'no Cache-Control: no-store';
    if (method === 'HEAD') return undefined;
    const isMcp = path === MCP_PATH && method === 'POST';
    if (status < 400) return isMcp ? mcpProblem(answer) : undefined;
    const envelope = this.#envelopeProblem(answer, ids[0], body);
    return envelope && isMcp ? mcpProblem(answer) && envelope : envelope;
  }

  #envelopeProblem({ status, headers }, requestId, body) {
    if (String(headers['content-type']).startsWith('text/html') && status === 404) return undefined;
    let error;
    try {
      ({ error } = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)));
    } catch {
      return `no JSON: ${body.subarray(0, 200)}`;
    }
    const { code, message, request_id: id, details, ...more } = error ?? {};
    if (!this.#codes[status]?.has(code)) return `${status} ${code}`;
    if (typeof message !== 'string' || message === '') return 'no message';
    if (id !== requestId) return 'request_id is not the X-Request-Id';
    if (Object.keys(more).length > 0) return `unknown ${Object.keys(more)}`;
    if (code === 'invalid_request' && !(details?.errors?.length > 0))
      return 'invalid_request without details.errors';
    return undefined;
  }
}

/** The codes that the document knows, by status: those of its examples. */
function codesOf(document) {
  const codes = { 404: new Set(['not_found']), 405: new Set(['method_not_allowed']) };
  for (const operation of Object.values(document.paths).flatMap(Object.values)) {
    for (const [status, response] of Object.entries(operation.responses)) {
      const content = resolved(document, response).content?.['application/json'];
      for (const example of Object.values(content?.examples ?? {})) {
        const code = resolved(document, example).value.error?.code;
        if (code) (codes[status] ??= new Set()).add(code);
      }
    }
  }
  return codes;
}
