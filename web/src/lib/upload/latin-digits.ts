/** Blocks of the scripts of India, 128 characters each, have their digits at the same place: ०, ০, ੦ … */
const INDIC_DIGITS =
  /[\u0966-\u096f\u09e6-\u09ef\u0a66-\u0a6f\u0ae6-\u0aef\u0b66-\u0b6f\u0be6-\u0bef\u0c66-\u0c6f\u0ce6-\u0cef\u0d66-\u0d6f]/g;
const INDIC_BLOCK = 0x80;
const INDIC_ZERO = 0x66;

/** Spreadsheets and keyboards write the digits of their language. */
export function inLatinDigits(text: string): string {
  return text.replace(INDIC_DIGITS, (digit) => String((digit.charCodeAt(0) % INDIC_BLOCK) - INDIC_ZERO));
}
