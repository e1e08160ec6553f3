import type { Answer, Schema } from '../http/answers/answer';

export class AnswerSchemas {
  readonly #answers = new Map<string, Schema>();
  readonly #parts = new Map<string, Schema>();

  /** The example includes those of the parts, so only answers have one. */
  add({ name, schema, parts, example }: Answer): void {
    this.#answers.set(name, schema);
    for (const part of parts) {
      if ('oneOf' in schema && part.example !== example) this.add(part);
      else this.#addPart(part);
    }
  }

  #addPart({ name, schema, parts }: Answer): void {
    const rest = Object.entries(schema).filter(([key]) => key !== 'example');
    this.#parts.set(name, Object.fromEntries(rest));
    for (const part of parts) this.#addPart(part);
  }

  get byName(): Record<string, Schema> {
    return Object.fromEntries([...this.#parts, ...this.#answers]);
  }
}
