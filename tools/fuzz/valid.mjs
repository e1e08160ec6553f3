import { resolved } from '../lib/openapi.mjs';
/** Never sends to anybody: names below .invalid have no address. */
const NOWHERE = 'https://fuzz.invalid/hook';

/**
 * A valid request for every operation of the document, from its examples, with the ids that the service really has.
 * The order is that of the document; what makes things comes before what needs them.
 */
export class ValidRequests {
  #document;
  #url;
  #ids = {};

  constructor(document, url) {
    this.#document = document;
    this.#url = url;
  }

  /** Sends the examples that make something, so that later ids exist. */
  async make(key) {
    const made = [
      'createAgent',
      'addCounsellor',
      'queueCall',
      'queueBatch',
      'queueHumanCall',
      'setWebhook',
      'testWebhook',
    ];
    for (const id of made) {
      const operation = this.#operations().find(({ operationId }) => operationId === id);
      const [request] = this.#requests(operation, key);
      const answer = await fetch(new URL(request.path, this.#url), {
        method: request.method,
        headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
        body: JSON.stringify(request.body),
      });
      if (!answer.ok) throw new Error(`the example of ${id} is refused: ${await answer.text()}`);
      const { id: one, event_id: event } = await answer.json();
      for (const made of [one, event]) if (made) this.#ids[made.split('_')[0]] ??= made;
    }
  }

  /** Every request, for one key. */
  all(key) {
    return this.#operations().flatMap((operation) => this.#requests(operation, key));
  }

  #operations() {
    return Object.entries(this.#document.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => ({
        path,
        method: method.toUpperCase(),
        ...operation,
      })),
    );
  }

  #requests({ path, method, operationId, parameters: stated = [], requestBody }, key) {
    const parameters = stated.map((parameter) => resolved(this.#document, parameter));
    const inPath = parameters.find((parameter) => parameter.in === 'path');
    const content = requestBody?.content['application/json'];
    const bodies = Object.values(content?.examples ?? {}).map(({ value }) => this.#filled(value));
    const request = {
      operationId,
      method,
      path: path.replace(/\{[^{}]*\}/, () => encodeURIComponent(this.#filled(inPath.example))),
      idAt: path.split('/').findIndex((part) => part.startsWith('{')),
      query: [],
      known: parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name),
      fields: Object.keys(this.#schema(content?.schema).properties ?? {}),
      headers: [
        'Host: fuzz',
        `X-API-Key: ${key}`,
        ...(requestBody ? ['Content-Type: application/json'] : []),
      ],
    };
    return bodies.length > 0 ? bodies.map((body) => ({ ...request, body })) : [request];
  }

  #schema(schema = {}) {
    const name = schema.$ref?.split('/').at(-1);
    return name === undefined ? schema : this.#document.components.schemas[name];
  }

  /** The examples' ids and addresses, replaced. */
  #filled(value) {
    return JSON.parse(JSON.stringify(value), (_, text) => {
      if (typeof text !== 'string') return text;
      if (text.startsWith('https://example.com/')) return NOWHERE;
      const prefix = /^([a-z]+)_[0-9a-z]+$/.exec(text)?.[1];
      return this.#ids[prefix] ?? text;
    });
  }
}
