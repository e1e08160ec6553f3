import { isE164 } from '../../platform/kernel/e164';
import { codePointLength, hasForbiddenCharacters } from '../../platform/kernel/text';

export type OptionValue = string | number | boolean | readonly string[] | null;

/** Reads the text of an option. @throws OptionError with the valid values */
export type OptionReader = (text: string) => OptionValue;

/** The message completes "must be …" and never repeats the text. */
export class OptionError extends Error {
  override readonly name = 'OptionError';
}

const MAX_PEM_LENGTH = 65_536;
const MAX_LIST_ITEMS = 64;
const HOST = /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]{0,62})(\.[a-z0-9_]([a-z0-9_-]{0,62}))*$/i;
const OCTET = /^(0|[1-9]\d{0,2})$/;
const WORD = /^[!-~]+$/;
const CONTROL = /\p{Cc}/u;

export const yesNo: OptionReader = (text) => {
  if (text !== 'yes' && text !== 'no') throw new OptionError('yes or no');
  return text === 'yes';
};

export function oneOf(values: readonly string[]): OptionReader {
  return (text) => {
    if (!values.includes(text)) throw new OptionError(`one of ${values.join(', ')}`);
    return text;
  };
}

export function whole(least: number, most: number, also?: number): OptionReader {
  return (text) => {
    const value = Number(text);
    if (!/^\d{1,9}$/.test(text) || (value !== also && (value < least || value > most))) {
      const or = also === undefined ? '' : ` or ${also}`;
      throw new OptionError(`a whole number from ${least} to ${most}${or}`);
    }
    return value;
  };
}

/** At most three decimal places. */
export function decimal(least: number, most: number): OptionReader {
  return (text) => {
    const value = Number(text);
    if (!/^\d{1,9}(\.\d{1,3})?$/.test(text) || value < least || value > most) {
      throw new OptionError(`a number from ${least} to ${most} with at most three decimal places`);
    }
    return value;
  };
}

/** Visible ASCII without spaces: what stands in a header or an address. */
export const word: OptionReader = (text) => {
  if (text.length > 128 || !WORD.test(text)) {
    throw new OptionError('1 to 128 visible ASCII characters without spaces');
  }
  return text;
};

/** The error of a secret reveals nothing of it. */
export const secret: OptionReader = (text) => {
  if (text.length > 1_024 || CONTROL.test(text) || hasForbiddenCharacters(text)) {
    throw new OptionError('one line of at most 1024 characters');
  }
  return text;
};

export const ownNumber: OptionReader = (text) => {
  if (!isE164(text)) throw new OptionError('+ and 6 to 15 digits, such as +918045678900');
  return text;
};

export const host: OptionReader = (text) => {
  if (!isHost(text)) throw new OptionError('a host name or an IPv4 address');
  return text.toLowerCase();
};

export const server: OptionReader = (text) => {
  const [name = '', port, more] = text.split(':');
  const isPort = port === undefined || (/^[1-9]\d{0,4}$/.test(port) && Number(port) <= 65_535);
  if (!isHost(name) || !isPort || more !== undefined) {
    throw new OptionError('HOST or HOST:PORT, a host name or an IPv4 address');
  }
  return text.toLowerCase();
};

/** IPv4, with commas between them; `none` for none. */
export const networks: OptionReader = (text) => {
  if (text === 'none') return null;
  const all = list(text);
  if (all.length === 0 || all.length > MAX_LIST_ITEMS || !all.every(isNetwork)) {
    throw new OptionError(`1 to ${MAX_LIST_ITEMS} IPv4 networks such as 203.0.113.0/24,198.51.100.7 or none`);
  }
  return all;
};

export const addressOrNone: OptionReader = (text) => {
  if (text !== 'none' && !isIpv4(text)) throw new OptionError('an IPv4 address or none');
  return text;
};

/** Accepts names in any order, each once. */
export function someOf(names: readonly string[]): OptionReader {
  return (text) => {
    const chosen = list(text);
    if (
      chosen.length === 0 ||
      new Set(chosen).size < chosen.length ||
      !chosen.every((one) => names.includes(one))
    ) {
      throw new OptionError(`some of ${names.join(',')}, each once`);
    }
    return chosen;
  };
}

export const prefix: OptionReader = (text) => {
  if (!/^[0-9*#]{1,8}$/.test(text)) throw new OptionError('1 to 8 of 0-9, * and #');
  return text;
};

/** A country: ISO 3166 (`IN`) or a calling code (`91`). Whether it exists is known to the numbering plan alone. */
export const country: OptionReader = (text) => {
  if (!/^([a-z]{2}|[1-9]\d{0,2})$/i.test(text)) {
    throw new OptionError('a country such as IN, or its calling code such as 91');
  }
  return text.toUpperCase();
};

/** Accepts a URL without query; a slash at the end is removed. */
export const baseUrl: OptionReader = (text) => {
  const parsed = text.length <= 2_048 && URL.canParse(text) ? new URL(text) : null;
  const isWeb = parsed?.protocol === 'https:' || parsed?.protocol === 'http:';
  if (!parsed || !isWeb || parsed.search !== '' || parsed.hash !== '' || parsed.username !== '') {
    throw new OptionError('an address such as https://api.example.com, without user, query and fragment');
  }
  return parsed.href.endsWith('/') ? parsed.href.slice(0, -1) : parsed.href;
};

export const certificates: OptionReader = (text) => {
  if (text.length > MAX_PEM_LENGTH || !text.includes('-----BEGIN CERTIFICATE-----')) {
    throw new OptionError('a file of at most 64 KiB with certificates in PEM');
  }
  return text;
};

/** The error reveals nothing of it. */
export const privateKey: OptionReader = (text) => {
  if (text.length > MAX_PEM_LENGTH || !/^-----BEGIN [A-Z ]*PRIVATE KEY-----$/m.test(text)) {
    throw new OptionError('a file of at most 64 KiB with a private key in PEM');
  }
  return text;
};

/** At most 64 characters in one line. */
export function trunkName(text: string): string {
  const name = text.trim();
  const length = codePointLength(name);
  if (length < 1 || length > 64 || CONTROL.test(name) || hasForbiddenCharacters(name)) {
    throw new OptionError('1 to 64 characters in one line');
  }
  return name;
}

function list(text: string): string[] {
  return text.split(',').flatMap((item) => item.trim() || []);
}

function isHost(text: string): boolean {
  // Digits and dots alone are an address, or nothing.
  return /^[\d.]+$/.test(text) ? isIpv4(text) : HOST.test(text);
}

function isIpv4(text: string): boolean {
  const octets = text.split('.', 5);
  return octets.length === 4 && octets.every((octet) => OCTET.test(octet) && Number(octet) <= 255);
}

function isNetwork(text: string): boolean {
  const [address = '', bits = '32', more] = text.split('/', 3);
  return isIpv4(address) && OCTET.test(bits) && Number(bits) <= 32 && more === undefined;
}
