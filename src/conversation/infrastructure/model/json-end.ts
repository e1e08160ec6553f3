/** Recognizes the end of a JSON object that comes in pieces. Each character is read once. */
export class JsonEnd {
  #depth = 0;
  #isInText = false;
  #isEscaped = false;
  #isReached = false;

  /** Nothing but white space follows the last brace. */
  get isReached(): boolean {
    return this.#isReached;
  }

  add(piece: string): void {
    for (const character of piece) {
      if (this.#isInText) this.#addToText(character);
      else if (character === '}') this.#isReached = (this.#depth -= 1) === 0;
      else if (character.trim() !== '') {
        this.#isReached = false;
        this.#isInText = character === '"';
        if (character === '{') this.#depth += 1;
      }
    }
  }

  #addToText(character: string): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (character === '\\') this.#isEscaped = true;
    else if (character === '"') this.#isInText = false;
  }
}
