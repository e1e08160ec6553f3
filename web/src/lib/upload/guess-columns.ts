import { inLatinDigits } from './latin-digits';

/** `variable:NAME` fills a variable of the agent. */
export type ColumnUse =
  'phone_number' | 'name' | 'email' | 'external_id' | 'metadata' | 'skip' | `variable:${string}`;

export const SINGLE_USES = ['phone_number', 'name', 'email', 'external_id'] as const;

const PHONE = ['phone', 'mobile', 'contact', 'whatsapp'];
const HEADINGS: ReadonlyMap<string, ColumnUse> = new Map<string, ColumnUse>([
  ...[...PHONE, ...PHONE.flatMap((word) => [`${word}number`, `${word}no`, `${word}num`])].map(
    (heading) => [heading, 'phone_number'] as const,
  ),
  ...['फ़ोन', 'फोन', 'मोबाइल', 'फ़ोननंबर', 'फोननंबर', 'मोबाइलनंबर'].map(
    (heading) => [plain(heading), 'phone_number'] as const,
  ),
  ...['name', 'fullname', 'studentname', 'contactname', 'नाम'].map(
    (heading) => [plain(heading), 'name'] as const,
  ),
  ...['email', 'emailaddress', 'emailid', 'mail'].map((heading) => [heading, 'email'] as const),
  ...['externalid', 'leadid', 'crmid', 'id'].map((heading) => [heading, 'external_id'] as const),
]);

/** Without case, spaces and signs, in any script. */
function plain(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '');
}

/**
 * The first fitting heading gets a single use, others become metadata, and columns without a heading or values are
 * skipped. Of several headings of phone numbers the first above a number counts: "Contact" may be a person. Without a
 * fitting heading, the first column with a number in its first row is the phone number.
 */
export function guessColumns(
  headings: readonly string[],
  variables: readonly string[],
  firstValues: readonly string[],
): ColumnUse[] {
  const taken = new Set<ColumnUse>();
  const byVariable = new Map(variables.map((name) => [plain(name), `variable:${name}` as const]));
  const words = headings.map(plain);
  const phones = words.flatMap((word, at) => (HEADINGS.get(word) === 'phone_number' ? [at] : []));
  const phone = phones.find((at) => looksLikePhone(firstValues[at] ?? '')) ?? phones[0];
  const uses = words.map((word, at): ColumnUse => {
    for (const use of [HEADINGS.get(word), byVariable.get(word)]) {
      if (use === undefined || taken.has(use) || (use === 'phone_number' && at !== phone)) continue;
      taken.add(use);
      return use;
    }
    return 'metadata';
  });
  if (!taken.has('phone_number')) {
    const found = firstValues.findIndex((value, at) => uses[at] === 'metadata' && looksLikePhone(value));
    if (found >= 0) uses[found] = 'phone_number';
  }
  return uses;
}

function looksLikePhone(written: string): boolean {
  const text = inLatinDigits(written);
  const digits = text.replace(/\D/g, '').length;
  return digits >= 8 && digits <= 15 && /^[\s+\d().'-]+$/.test(text);
}

/** A number or a phone number, as no heading is. */
function looksLikeNumber(cell: string): boolean {
  return /\d/.test(cell) && /^[\s'+\-\d().,/:%₹$€e]+$/i.test(cell);
}

export function hasHeadings(cells: readonly string[]): boolean {
  const texts = cells.map((cell) => inLatinDigits(cell.trim()));
  return texts.some((text) => text !== '') && !texts.some(looksLikeNumber);
}

export function isKnownHeading(text: string): boolean {
  return HEADINGS.has(plain(text));
}

/** The heading, or "Column C"; a repeated name is numbered. */
export function columnNames(headings: readonly string[] | null, columns: number): string[] {
  const used = new Set<string>();
  return Array.from({ length: columns }, (_, at) => {
    const heading = headings?.[at]?.trim() ?? '';
    const base = heading === '' ? `Column ${letters(at)}` : heading;
    let name = base;
    for (let count = 2; used.has(name); count++) name = `${base} (${count})`;
    used.add(name);
    return name;
  });
}

/** A, B … Z, AA. */
function letters(at: number): string {
  const rest = String.fromCharCode(65 + (at % 26));
  return at < 26 ? rest : letters(Math.floor(at / 26) - 1) + rest;
}
