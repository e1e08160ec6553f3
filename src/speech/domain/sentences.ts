/** In UTF-16 units. A longer sentence is cut at a comma or space. */
const MAX_SENTENCE_LENGTH = 240;
/** Abbreviations after which a sentence goes on. */
const GOES_ON = /(?:^|[\s(])(?:dr|mr|mrs|ms|rs|no|st|prof|vs|approx|e\.g|i\.e)\.$/iu;
const END = /[.!?।॥…]["'”’)\]]*$/u;

/** Cuts streamed text into sentences, so that the first is spoken while the next is still being written. */
export class SentenceCutter {
  #text = '';

  /** @returns the completed sentences. A sentence is complete when something follows it. */
  push(piece: string): string[] {
    const sentences: string[] = [];
    for (const character of piece) {
      const ends = /\s/u.test(character) && END.test(this.#text) && !GOES_ON.test(this.#text);
      if (ends) sentences.push(this.#cut(this.#text.length));
      this.#text += character;
      if (this.#text.length >= MAX_SENTENCE_LENGTH) sentences.push(this.#cut(this.#breakAt()));
    }
    return sentences.filter((sentence) => sentence !== '');
  }

  rest(): string {
    return this.#cut(this.#text.length);
  }

  #cut(length: number): string {
    const sentence = this.#text.slice(0, length).trim();
    this.#text = this.#text.slice(length);
    return sentence;
  }

  /** After the last comma of the second half, else after its last space, else here. */
  #breakAt(): number {
    const half = this.#text.length / 2;
    for (const mark of [',', ' ']) {
      const at = this.#text.lastIndexOf(mark);
      if (at >= half) return at + 1;
    }
    return this.#text.length;
  }
}

/** The sentences of a whole text, as they are cut while it is written. */
export function sentencesOf(text: string): string[] {
  const cutter = new SentenceCutter();
  return [...cutter.push(text), cutter.rest()].filter((sentence) => sentence !== '');
}

/** The sentences of a text that is still being written. */
export async function* sentencesIn(text: AsyncIterable<string>): AsyncGenerator<string> {
  const cutter = new SentenceCutter();
  for await (const piece of text) yield* cutter.push(piece);
  const rest = cutter.rest();
  if (rest !== '') yield rest;
}

/** Shorter pieces sound like stumbling, in UTF-16 units. */
const MIN_PIECE_LENGTH = 12;

/** A sentence in two, cut at its first comma; whole where that would make too short a piece. */
export function cutAtComma(sentence: string): string[] {
  const at = sentence.search(/[,،;:]\s/u) + 1;
  const rest = sentence.slice(at).trim();
  return at < MIN_PIECE_LENGTH || rest.length < MIN_PIECE_LENGTH ? [sentence] : [sentence.slice(0, at), rest];
}
