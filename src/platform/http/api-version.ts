/** The version that the interface description carries, and each event. */
export const API_VERSION = '1.3.0';
