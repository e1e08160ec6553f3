export const VERSION = '0.1.0';

/** The version of the interface description that this package was made from. */
export const API_VERSION = '1.3.0';
