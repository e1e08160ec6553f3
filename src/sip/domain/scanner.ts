/** RFC 3261, by code. */
const TOKEN = table("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-.!%*_+`'~");
/** Beyond a token: hosts, IPv6 references, and what devices write unquoted. */
const VALUE = table(
  "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-.!%*_+`'~[]:/@&$?#{}^|\\",
);

const TAB = 9;
const SPACE = 32;
const QUOTE = 34;
const COMMA = 44;
const LESS = 60;
const GREATER = 62;
const BACKSLASH = 92;

function table(characters: string): Uint8Array {
  const codes = new Uint8Array(256);
  for (const character of characters) codes[character.charCodeAt(0)] = 1;
  return codes;
}

/** Reads a header's value from left to right in linear time. */
export class Scanner {
  at = 0;

  constructor(readonly text: string) {}

  get done(): boolean {
    return this.at >= this.text.length;
  }

  /** Folded lines are spaces already. */
  blank(): this {
    for (; this.at < this.text.length; this.at++) {
      const code = this.text.charCodeAt(this.at);
      if (code !== SPACE && code !== TAB) break;
    }
    return this;
  }

  eat(character: string): boolean {
    if (this.text[this.at] !== character) return false;
    this.at++;
    return true;
  }

  token(): string {
    return this.#while(TOKEN);
  }

  value(): string {
    return this.#while(VALUE);
  }

  /** Without quotes and escapes; null without a complete quoted string. */
  quotedString(): string | null {
    if (!this.eat('"')) return null;
    const parts: string[] = [];
    let from = this.at;
    for (; this.at < this.text.length; this.at++) {
      const code = this.text.charCodeAt(this.at);
      if (code === BACKSLASH) {
        parts.push(this.text.slice(from, this.at));
        from = ++this.at;
      } else if (code === QUOTE) {
        parts.push(this.text.slice(from, this.at++));
        return parts.join('');
      }
    }
    return null;
  }

  until(characters: string): string {
    const from = this.at;
    while (this.at < this.text.length && !characters.includes(this.text.charAt(this.at))) this.at++;
    return this.text.slice(from, this.at);
  }

  #while(codes: Uint8Array): string {
    const from = this.at;
    while (this.at < this.text.length && codes[this.text.charCodeAt(this.at)] === 1) this.at++;
    return this.text.slice(from, this.at);
  }
}

export function isToken(text: string): boolean {
  const scanner = new Scanner(text);
  return scanner.token().length > 0 && scanner.done;
}

/** Null when the text is not all digits, or above `most`. */
export function wholeNumber(text: string, most: number): number | null {
  if (text.length === 0 || text.length > 15) return null;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 48 || code > 57) return null;
  }
  const value = Number(text);
  return value <= most ? value : null;
}

/** Commas in quotes and angle brackets separate nothing. */
export function splitList(text: string): string[] {
  const values: string[] = [];
  let from = 0;
  let quoted = false;
  let bracketed = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (quoted) {
      if (code === BACKSLASH) at++;
      else if (code === QUOTE) quoted = false;
    } else if (code === QUOTE) quoted = true;
    else if (code === LESS) bracketed = true;
    else if (code === GREATER) bracketed = false;
    else if (code === COMMA && !bracketed) {
      values.push(text.slice(from, at).trim());
      from = at + 1;
    }
  }
  values.push(text.slice(from).trim());
  return values;
}

/** A text as UTF-8 (RFC 3261 section 7.3), an octet a character as in messages. */
export function octetsOf(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}

/** The text of a part of a message. */
export function textOf(octets: string): string {
  return Buffer.from(octets, 'latin1').toString('utf8');
}

export function quote(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}
