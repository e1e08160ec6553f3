import { inLatinDigits } from './latin-digits';

/** Spaces, dots, dashes, brackets, and marks that spreadsheets and chats leave around numbers. */
const FORMATTING = /[\s.\-()[\]\u00ad\u061c\u200b-\u200f\u2010-\u2015\u202a-\u202e\u2060-\u2069\ufeff]/g;
/** Programs write a whole number as a float. */
const FLOAT = /^(\+?\d+)\.0+$/;
const EXPONENT = /^(\d)(?:[.,](\d+))?e\+?(\d{1,2})$/i;
/** A number with this many digits that begins with the country's code has it already. */
const WITH_CODE = 11;
/** Austria, Germany and Brazil have national numbers of that length that begin as their code: 04921… in Germany. */
const LONG_NATIONAL: readonly string[] = ['43', '49', '55'];

/** `shortened`: a spreadsheet has written it with too few digits. */
export type CleanNumber = { readonly number: string } | { readonly problem: 'empty' | 'shortened' };

/** Converts usual notations into the one with +. The service reports problems of other text. */
export function cleanNumber(text: string, callingCode: string): CleanNumber {
  const written = inLatinDigits(text.trim()).replace(/^['’`]/, '');
  const exponent = EXPONENT.exec(written.replace(/\s/g, ''));
  if (exponent && (exponent[2] ?? '').length < Number(exponent[3])) return { problem: 'shortened' };
  const whole = exponent ? expanded(exponent) : (FLOAT.exec(written)?.[1] ?? written);
  // "+91 (0) 98765…": the 0 is for calls within the country.
  const digits = whole.replace(/^(\+.*)\(0\)/, '$1').replace(FORMATTING, '');
  if (digits === '') return { problem: 'empty' };
  if (!/^\+?\d+$/.test(digits)) return { number: digits };
  if (digits.startsWith('+')) return { number: digits };
  if (digits.startsWith('00')) return { number: `+${digits.slice(2)}` };
  const national = digits.replace(/^0/, '');
  const least = LONG_NATIONAL.includes(callingCode) ? WITH_CODE + 1 : WITH_CODE;
  const hasCode = national.length >= least && national.startsWith(callingCode);
  return { number: hasCode ? `+${national}` : `+${callingCode}${national}` };
}

function expanded([, first = '', rest = '', power = '']: RegExpExecArray): string {
  return (first + rest).slice(0, Number(power) + 1);
}
